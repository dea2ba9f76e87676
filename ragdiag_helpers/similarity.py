"""How alike two texts are, without a model: cosine of TF-IDF weights over words and pieces of words."""
