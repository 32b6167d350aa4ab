"""Training of the embedded voice: corpus, teacher speech, codec, speaker encoder, language model.

Every step is a module with a ``main`` and runs as ``python -m phonoscope.engine.training.<step>``;
README.md beside this file gives the order.  Nothing here is needed to speak: only this package
imports torch.
"""
