"""
Dummies of primitives: reads a JSON list of file texts from standard input and prints, for each, the text with the body of
every function raising and the text with it returning nothing; null where it is no Python.
"""

import ast
import json
import sys


class Hollow(ast.NodeTransformer):
    def __init__(self, body):
        self.body = body

    def visit_FunctionDef(self, node):
        node.body = ast.parse(self.body).body
        return node

    visit_AsyncFunctionDef = visit_FunctionDef


def hollow(text, body):
    try:
        return ast.unparse(Hollow(body).visit(ast.parse(text))) + "\n"
    except (SyntaxError, ValueError, RecursionError):
        return None


texts = json.load(sys.stdin)
print(json.dumps([[hollow(text, "raise NotImplementedError"), hollow(text, "pass")] for text in texts]))
