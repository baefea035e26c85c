"""The animated picture of a round that is over.

- `scenes`: the contents of each picture, and the choice of scenes in a long round
- `drawing`: text, dice and boxes on a picture; `sheets`: score sheets
- `scene_picture`: the picture of a scene
- `plot`: the lines below; `gif`: all pictures in one file; `animated`: it, with its description
"""
