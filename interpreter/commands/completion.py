"""`livret completion`: the script that lets a shell complete livret's commands.

The script asks livret itself, through the hidden shell `words`, what can come next.
"""

from __future__ import annotations

import argparse
from argparse import Namespace

from ..arguments import Parser
from ..completions import FILES, complete
from ..screen import Screen
from . import FINE

EXAMPLES = (
    ('eval "$(livret completion bash)"', "dans ~/.bashrc", "in ~/.bashrc"),
    ('eval "$(livret completion zsh)"', "dans ~/.zshrc, après compinit", "in ~/.zshrc"),
    (
        "livret completion fish > ~/.config/fish/completions/livret.fish",
        "une fois pour toutes",
        "once and for all",
    ),
)

WORDS = "words"

BASH = """\
_livret() {
    local cur line
    cur=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS= read -r line; do
        if [ "$line" = "%(files)s" ]; then
            compopt -o filenames
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
        else
            COMPREPLY+=("$line")
        fi
    done < <(livret completion %(words)s -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _livret livret
"""

ZSH = """\
#compdef livret
_livret() {
    local -a found
    found=("${(@f)$(livret completion %(words)s -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if (( ${found[(Ie)%(files)s]} )); then
        found=("${(@)found:#%(files)s}")
        _files
    fi
    found=("${(@)found:#}")
    (( ${#found} )) && compadd -a found
}
compdef _livret livret
"""

FISH = """\
function __livret_complete
    set -l tokens (commandline -opc) (commandline -ct)
    for word in (livret completion %(words)s -- $tokens[2..-1] 2>/dev/null)
        if test "$word" = "%(files)s"
            __fish_complete_path (commandline -ct)
        else
            echo $word
        end
    end
end
complete -c livret -f -a '(__livret_complete)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    shell = ("le shell à compléter", "the shell to complete")
    parser.add("shell", choices=(*SCRIPTS, WORDS), metavar="{bash,zsh,fish}", text=shell)
    hidden = (argparse.SUPPRESS, argparse.SUPPRESS)
    parser.add("words", nargs=argparse.REMAINDER, text=hidden)


def run(arguments: Namespace, screen: Screen) -> int:
    """Print the script of a shell, or what can come after some words."""
    if arguments.shell == WORDS:
        words = arguments.words[1:] if arguments.words[:1] == ["--"] else arguments.words
        for word in complete(words, screen):
            screen.write(word)
    else:
        blanks = {"files": FILES, "words": WORDS}
        screen.write((SCRIPTS[arguments.shell] % blanks).rstrip("\n"))
    return FINE
