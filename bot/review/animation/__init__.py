"""A round that is over as an animated picture.

- `scenes`: what each picture shows, and which are left out of a long round
- `drawing`: text, dice and boxes on a picture; `sheets`: score sheets
- `scene_picture`: a scene drawn with them
- `plot`: the lines below; `gif`: all pictures as one; `animated`: that, with its description
"""
