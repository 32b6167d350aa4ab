"""One request over seeds, voices, sampler settings and models: what is spoken, and what came out best."""
