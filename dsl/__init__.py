"""The language: text in, checked Program out; never imports the interpreter."""
