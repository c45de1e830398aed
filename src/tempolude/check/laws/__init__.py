"""The laws, a module for each subject. `python -m pydoc tempolude.check.laws.play` lists those of a module."""
