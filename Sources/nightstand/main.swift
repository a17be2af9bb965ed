print("nightstand")
