"""The pytest plugin: collects the examples of rule files as tests."""
