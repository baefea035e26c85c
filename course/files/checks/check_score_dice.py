"""Check the score_dice.py of the current folder.

    python -m pytest path/to/check_score_dice.py

The tests of the scores take all 7,776 rolls; those of the form read the file.
"""

import ast
import warnings

import pytest

from handed_in import compare, fail, tree
from versions import CATEGORIES, FACES, RIGHT, ROLLS

FILE = 'score_dice.py'
MAIN = 'calculate_score'
HELPERS = (ast.FunctionDef, ast.ClassDef)
CONDITIONALS = (ast.If, ast.IfExp, getattr(ast, 'Match', ast.If))


def compare_scores(category, met):
    """Compare the scores of the rolls that meet a category, or do not."""
    scores = [(dice, RIGHT.score(dice, category)) for dice in ROLLS]
    compare(FILE, MAIN, [((dice, category), score) for dice, score in scores
                         if (score > 0) == met])


@pytest.mark.parametrize('category', range(1, 10), ids=CATEGORIES)
def test_score_if_the_condition_is_met(category):
    compare_scores(category, met=True)


@pytest.mark.parametrize('category', range(1, 9), ids=CATEGORIES[:-1])
def test_score_if_the_condition_is_not_met(category):
    compare_scores(category, met=False)


def statements():
    """Return the statements of the file, without what runs it as a script."""
    return [statement for statement in tree(FILE).body
            if not (isinstance(statement, ast.If)
                    and '__name__' in names_in(statement.test))]


def names_in(node):
    """Return the names in a piece of source, without attributes."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def defined():
    """Return the functions and classes of the file by their names."""
    return {statement.name: statement for statement in statements()
            if isinstance(statement, HELPERS)}


def main():
    """Return the function calculate_score."""
    if MAIN not in defined():
        fail(f'score_dice.py defines no function {MAIN}')
    return defined()[MAIN]


def inside(function):
    """List the nodes of a function, without those of functions in it."""
    waiting, found = list(function.body), []
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, (*HELPERS, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))
    return found


def reached():
    """List the statements that calculate_score leads to, also by tables.

    A function leads to the names in it. The names of any other statement, such
    as that of a table, lead to each other. The names in a decorator, such as
    that of a table that it fills, lead to the functions that it decorates.
    """
    own = defined()
    leads = {'globals': set(own)}
    for statement in statements():
        names = names_in(statement)
        if statement not in own.values():
            for name in names:
                leads.setdefault(name, set()).update(names)
            continue
        leads.setdefault(statement.name, set()).update(names)
        for decorator in statement.decorator_list:
            for name in names_in(decorator) & set(own):
                for table in names_in(own[name]):
                    leads.setdefault(table, set()).add(statement.name)
    found, waiting = set(), [MAIN]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(leads.get(name, ()))
    return [statement for statement in statements() if found & (
        {statement.name} if statement in own.values()
        else names_in(statement))]


def functions_in(statement):
    """List the functions and lambdas in a statement.

    Lambdas that a function works with are left out: map(lambda ...) and
    sorted(..., key=lambda ...), but not dict(pair=lambda ...).
    """
    found = []
    for node in ast.walk(statement):
        key = isinstance(node, ast.keyword) and node.arg == 'key'
        if isinstance(node, ast.FunctionDef):
            found.append(node)
        if not isinstance(node, ast.Call) and not key:
            found.extend(one for one in ast.iter_child_nodes(node)
                         if isinstance(one, ast.Lambda))
    return found


def uses(name):
    """Find out whether the file uses a name of dice.py."""
    known = set()
    for node in ast.walk(tree(FILE)):
        if isinstance(node, ast.Import):
            known |= {f'{alias.asname or alias.name}.{name}'
                      for alias in node.names if alias.name == 'dice'}
        elif isinstance(node, ast.ImportFrom) and node.module == 'dice':
            known |= {alias.asname or name for alias in node.names
                      if alias.name in (name, '*')}
    known -= set(defined())
    return any(ast.unparse(node) in known for node in ast.walk(tree(FILE))
               if isinstance(node, (ast.Name, ast.Attribute)))


def test_form_one_return():
    lines = sorted(node.lineno for node in inside(main())
                   if isinstance(node, ast.Return))
    if len(lines) != 1:
        where = ', '.join(map(str, lines))
        fail(f'{MAIN} should have one return, and has {len(lines)}'
             + (f': lines {where}' if lines else ''))


def test_form_helper_functions():
    functions = [function for statement in reached()
                 for function in functions_in(statement)]
    if functions == [main()]:
        fail(f'{MAIN} should use helper functions of score_dice.py, and '
             'leads to none')


@pytest.mark.parametrize('name', ['add_values', 'num_faces'])
def test_form_function_of_dice_is_used(name):
    if not uses(name):
        fail(f'score_dice.py should use {name} of dice.py, and does not')


@pytest.mark.parametrize('name', ['FACES', 'FACE_VALUES'])
def test_form_constant_of_dice_is_used(name):
    if not uses(name):
        fail(f'score_dice.py should use {name} of dice.py, and does not')


def test_form_no_literals_of_faces():
    for statement in statements():
        for node in ast.walk(statement):
            if isinstance(node, ast.Constant) and node.value in FACES:
                fail('score_dice.py should take faces from FACES, and has '
                     f'{node.value!r} in line {node.lineno}')


def test_form_nested_conditional():
    for node in inside(main()):
        within = [inner for inner in ast.walk(node)
                  if isinstance(inner, CONDITIONALS)]
        if isinstance(node, CONDITIONALS) and (
                len(within) > 1 or len(getattr(node, 'cases', ())) > 1):
            return
    warnings.warn(f'{MAIN} should distinguish the categories by a nested '
                  'conditional, and has none: look at it')
