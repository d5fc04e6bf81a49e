# SPDX-License-Identifier: MIT
"""Families of documents that cost much: each is a function from a size in bytes to files, the first of which is given to the
command. All are made by rules, so that each size has the same form."""
import json


def repeated(size, head, item, tail, between=","):
    """Items, by their number, until there are so many bytes."""
    parts, length, number = [], len(head) + len(tail), 0
    while length < size:
        parts.append(item(number))
        length += len(parts[-1]) + len(between)
        number += 1
    return head + between.join(parts) + tail


def document(root, **members):
    rest = "".join(f',"{name}":{text}' for name, text in members.items())
    return f'{{"gestalt":1{rest},"root":{root}}}'


def sequence(size, item, between=",", **members):
    """A document whose root has as many children as fit."""
    begin, end = document('{"type":"sequence","children":[@]}', **members).split("@")
    return {"d.json": repeated(size, begin, item, end, between)}


def members(size, name, item, root='"true"', opening="{", closing="}", **more):
    """A document of which one member has as many entries as fit."""
    begin, end = document(root, **{name: opening + "@" + closing}, **more).split("@")
    return {"d.json": repeated(size, begin, item, end)}


def chain(count, kind, leaf):
    """Decorators one in the other."""
    return kind * count + leaf + "}" * count


def word(number, length=6):
    """A name of its own for each number."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    text = ""
    for _ in range(length):
        text += letters[number % 26]
        number //= 26
    return text


# ---- all well, or nearly

def wide(size):
    return sequence(size, lambda number: '{"type":"success"}')


def bare_conditions(size):
    return sequence(size, lambda number: f'"tick>{number}"')


def warned(size):
    return sequence(size, lambda number: '{"type":"selector","children":[{"type":"success"},{"type":"success"}]}')


def one_warning_in_lines(size):
    return sequence(size, lambda number: '{"type":"wait","seconds":0}', ",\n")


def keys(size):
    return members(size, "blackboard", lambda number: f'"{word(number)}":"int"')


def long_names(size):
    return sequence(size, lambda number: f'{{"type":"success","name":"{word(number) * 42}"}}')


def texts(size):
    return sequence(size, lambda number: f'{{"type":"success","doc":"{"word " * 13000}"}}')


def escapes(size):
    return sequence(size, lambda number: '{"type":"success","doc":"' + "\\u0041" * 10000 + '"}')


def hosts(size):
    return sequence(size, lambda number: f'{{"type":"action","do":"{word(number)}"}}')


def arguments(size):
    given = ",".join(f'"{word(number)}":1' for number in range(64))
    return sequence(size, lambda number: f'{{"type":"action","do":"{word(number)}","args":{{{given}}}}}')


def declared(size):
    return members(size, "actions", lambda number: f'"{word(number)}":{{"args":{{"a":"int","b":"key int"}}}}')


def persistents(size):
    return sequence(size, lambda number: f'{{"type":"persistent","key":"{word(number)}"}}')


def enums(size):
    words = ",".join(f'"{word(number)}"' for number in range(256))
    return members(size, "blackboard", lambda number: f'"k{number}":[{words}]')


def other_enums(size):
    return members(size, "blackboard", lambda number: f'"k{number}":["{word(number)}","{word(number + 1)}"]')


def switches(size):
    cases = ",".join(f'"{number}":"true"' for number in range(256))
    return sequence(size, lambda number: f'{{"type":"switch","on":"tick","cases":{{{cases}}}}}')


def unused_trees(size):
    return members(size, "trees", lambda number: f'"{word(number)}":{{"root":"true"}}')


def trees_with_no_params(size):
    return members(size, "trees", lambda number: f'"{word(number)}":{{"params":{{}},"root":"true"}}')


def trees_in_a_row(size):
    """Each tree is the next one, to the end."""
    count = min(size // 60, 900)
    trees = ",".join(f'"t{number}":{{"root":{{"type":"subtree","tree":"t{number + 1}"}}}}' for number in range(count))
    return {"d.json": document('{"type":"subtree","tree":"t0"}', trees=f'{{{trees},"t{count}":{{"root":"true"}}}}')}


def doubling_trees(size):
    """Each tree is twice the next one: of as many nodes as are allowed, or of far too many."""
    half = '{"type":"sequence","children":[{"type":"subtree","tree":"t%d"},{"type":"subtree","tree":"t%d"}]}'
    trees = ",".join(f'"t{number}":{{"root":{half % (number + 1, number + 1)}}}' for number in range(size // 110))
    return {"d.json": document('{"type":"subtree","tree":"t0"}', trees=f'{{{trees},"t{size // 110}":{{"root":"true"}}}}')}


def copies_of_texts(size):
    """A tree with long texts, copied as often as nodes are allowed."""
    body = '{"type":"success","doc":"' + "d" * (size // 2) + '"}'
    begin, end = document('{"type":"sequence","children":[@]}', trees='{"t":{"root":%s}}' % body).split("@")
    return {"d.json": repeated(size, begin, lambda number: '{"type":"subtree","tree":"t"}', end)}


def copies_of_expressions(size):
    terms = "+".join(["tick"] * 2000) + ">0"
    begin, end = document('{"type":"sequence","children":[@]}', trees='{"t":{"root":"%s"}}' % terms).split("@")
    return {"d.json": repeated(size, begin, lambda number: '{"type":"subtree","tree":"t"}', end)}


def params(size):
    """Copies with all params that there may be."""
    names = [word(number) for number in range(64)]
    given = ",".join(f'"{name}":1' for name in names)
    declared_ = ",".join(f'"{name}":"int"' for name in names)
    condition = "+".join(names) + ">0"
    tree = f'{{"t":{{"params":{{{declared_}}},"root":"{condition}"}}}}'
    begin, end = document('{"type":"sequence","children":[@]}', trees=tree).split("@")
    return {"d.json": repeated(size, begin, lambda number: f'{{"type":"subtree","tree":"t","with":{{{given}}}}}', end)}


def growing_params(size):
    """A param that is twice as long in each copy."""
    count = min(size // 100, 200)
    trees = ",".join(f'"t{number}":{{"params":{{"p":"int"}},"root":{{"type":"subtree","tree":"t{number + 1}","with":{{"p":"p+p"}}}}}}'
                     for number in range(count))
    last = f'"t{count}":{{"params":{{"p":"int"}},"root":"p>0"}}'
    return {"d.json": document('{"type":"subtree","tree":"t0","with":{"p":"1"}}', trees=f"{{{trees},{last}}}")}


def own_keys(size):
    """Copies whose trees have keys of their own."""
    own = ",".join(f'"{word(number)}":"int"' for number in range(60))
    begin, end = document('{"type":"sequence","children":[@]}',
                          trees='{"t":{"blackboard":{%s},"root":"true"}}' % own).split("@")
    return {"d.json": repeated(size, begin, lambda number: f'{{"type":"subtree","name":"c{number}","tree":"t"}}', end)}


def long_expression(size):
    return sequence(size, lambda number: '"' + "+".join(["tick"] * 1000) + '>0"')


def parentheses(size):
    return sequence(size, lambda number: '"' + "(" * 30000 + "true" + ")" * 30000 + '"')


def minuses(size):
    return sequence(size, lambda number: '"' + "-" * 4000 + 'tick>0"')


def digits(size):
    return {"d.json": document('{"type":"wait","seconds":1.%s}' % ("1" * size))}


def zeros(size):
    return {"d.json": document('{"type":"wait","seconds":0.%s1e%d}' % ("0" * size, size))}


def many_long_numbers(size):
    return sequence(size, lambda number: '{"type":"wait","seconds":%s1e-%d}' % ("9" * 760, 770))


def numbers_in_expressions(size):
    return sequence(size, lambda number: '"%s.5>tick"' % ("1" * 760))


# ---- mistakes

def unknown_types(size):
    return sequence(size, lambda number: f'{{"type":"{word(number)}"}}')


def unknown_types_and_trees(size):
    """Names of types that could be those of trees."""
    known = ",".join(f'"{word(number)}":{{"root":"true"}}' for number in range(size // 50))
    return sequence(size, lambda number: f'{{"type":"{word(number)}z"}}', trees="{" + known + "}")


def trees_without_roots(size):
    return members(size, "trees", lambda number: f'"{word(number)}":{{}}')


def nodes_for_trees(size):
    return members(size, "trees", lambda number: f'"{word(number)}":{{"type":"{word(number)}z"}}')


def strange_members(size):
    """Objects with many members that there are not, each of which could be one that is missing."""
    strange = ",".join(f'"{word(number, 3)}":0' for number in range(70))
    return members(size, "trees", lambda number: f'"{word(number)}":{{{strange}}}')


def long_words(size):
    """The words that messages list are far longer than mistakes."""
    words = ",".join(f'"{word(number) + "x" * 240}"' for number in range(9))
    return sequence(size, lambda number: '"k == \'z\'"', blackboard=f'{{"k":[{words}]}}')


def names_alike(size):
    """Names that differ in their last letters: comparing them takes longest."""
    known = ",".join(f'"{"q" * 50 + word(number)}":"int"' for number in range(size // 150))
    return sequence(size, lambda number: f'"{"q" * 50 + word(number)}z > 0"', blackboard="{" + known + "}")


def unknown_types_in_lines(size):
    return sequence(size, lambda number: f'{{"type":"{word(number)}"}}', ",\n")


def unknown_attributes(size):
    return {"d.json": repeated(size, '{"gestalt":1,"root":{"type":"success"', lambda number: f',"{word(number)}":1', "}}", "")}


def unknown_names(size):
    """As many keys as unknown names that are like them."""
    known = ",".join(f'"{word(number, 20)}":"int"' for number in range(size // 80))
    return sequence(size, lambda number: f'"{word(number, 19)}z>0"', blackboard="{" + known + "}")


def unknown_signals(size):
    begin = sequence(size // 2, lambda number: f'{{"type":"persistent","key":"{word(number, 20)}"}}')["d.json"]
    return {"d.json": repeated(size, begin[:-3] + ",", lambda number: f'{{"type":"signal","to":"success","key":"{word(number, 19)}z"}}', "]}}")}


def unknown_trees(size):
    known = ",".join(f'"{word(number, 20)}":{{"root":"true"}}' for number in range(size // 120))
    return sequence(size, lambda number: f'{{"type":"subtree","tree":"{word(number, 19)}z"}}', trees="{" + known + "}")


def unknown_actions_keys(size):
    """Names of keys to set that are nearly those of keys."""
    known = ",".join(f'"{word(number, 20)}":"int"' for number in range(size // 120))
    return sequence(size, lambda number: f'{{"type":"set","key":"{word(number, 19)}z","to":1}}', blackboard="{" + known + "}")


def unknown_words(size):
    known = ",".join(f'"{word(number, 20)}"' for number in range(256))
    return sequence(size, lambda number: f'"k == \'{word(number, 19)}z\'"', blackboard=f'{{"k":[{known}]}}')


def unknown_params(size):
    names = ",".join(f'"{word(number, 20)}":"int"' for number in range(64))
    return sequence(size, lambda number: f'{{"type":"subtree","tree":"t","with":{{"{word(number, 19)}z":1}}}}',
                    trees='{"t":{"params":{%s},"root":"true"}}' % names)


def unknown_host_arguments(size):
    names = ",".join(f'"{word(number, 20)}":"int"' for number in range(64))
    return sequence(size, lambda number: f'{{"type":"action","do":"a","args":{{"{word(number, 19)}z":1}}}}',
                    actions='{"a":{"args":{%s}}}' % names)


def same_key(size):
    return {"d.json": repeated(size, '{"gestalt":1,"root":"true"', lambda number: ',"name":"a"', "}", "")}


def same_blackboard_key(size):
    return members(size, "blackboard", lambda number: '"a":"int"')


def long_unknown_names(size):
    return sequence(size, lambda number: f'{{"type":"{word(number) * 500}"}}')


def wrong_expressions(size):
    return sequence(size, lambda number: '"1 + true"')


def wrong_places_in_long_expressions(size):
    """Many mistakes in one long expression."""
    return sequence(size, lambda number: '"' + "&&".join(f"{word(other)}>0" for other in range(4000)) + '"')


def escaped_expressions(size):
    return sequence(size, lambda number: '"' + "&&".join(f"\\u0061{word(other)}>0" for other in range(3000)) + '"')


def wide_characters(size):
    """One long line of characters with many bytes, with mistakes."""
    return sequence(size, lambda number: '{"type":"äöüß字字"}')


def combining_characters(size):
    return sequence(size, lambda number: '{"type":"a\u0301\u0301\u0301\u0301"}')


def tabs(size):
    return sequence(size, lambda number: '\t\t\t\t\t{"type":"x"}')


def many_missing(size):
    return sequence(size, lambda number: '{}')


def brackets(size):
    return {"d.json": "[" * size}


def open_string(size):
    return {"d.json": '{"' + "a" * size}


def commas(size):
    return {"d.json": "{" + "," * size}


def lines(size):
    return {"d.json": "\n" * size + "x"}


def blank(size):
    return {"d.json": " " * size}


def nothing_but_zeros(size):
    return {"d.json": "\0" * size}


def misfitting_actions(size):
    """One name that is used in as many ways as there are uses."""
    return sequence(size, lambda number: f'{{"type":"action","do":"a","args":{{"{word(number)}":1}}}}')


def misfitting_params(size):
    return sequence(size, lambda number: '{"type":"subtree","tree":"t","with":{"p":true}}',
                    trees='{"t":{"params":{"p":"int"},"root":"p>0"}}')


def wrong_copies(size):
    """A mistake in a tree that is copied often."""
    return sequence(size, lambda number: '{"type":"subtree","tree":"t"}', trees='{"t":{"root":"xyz>0"}}')


def circles(size):
    return members(size, "trees", lambda number: f'"t{number}":{{"root":{{"type":"subtree","tree":"t{number + 1}"}}}}',
                   '{"type":"subtree","tree":"t0"}')


def wrong_weights(size):
    return {"d.json": repeated(size, '{"gestalt":1,"root":{"type":"weighted","children":["true"],"weights":[',
                               lambda number: "-1", "]}}")}


def list_of_numbers(size):
    return {"d.json": repeated(size, '{"gestalt":1,"root":"true","x":[', lambda number: "1", "]}")}


def nested_repeats(size):
    count = min(size // 50, 120)
    return {"d.json": document(chain(count, '{"type":"repeat","per_tick":65535,"child":', '"true"'))}


def nested_parallels(size):
    kind = '{"type":"parallel","children":[%s,"tick>1"]}'
    text = '"true"'
    for _ in range(min(size // 60, 120)):
        text = kind % text
    return {"d.json": document(text)}


def nested_utilities(size):
    text = '"true"'
    for _ in range(min(size // 80, 120)):
        text = '{"type":"utility","scores":["rand()","rand()"],"children":[%s,"tick>1"]}' % text
    return {"d.json": document(text)}


def random_orders(size):
    return sequence(size, lambda number: '{"type":"sequence","order":"random","children":["true","true"]}')


def cooldowns(size):
    return sequence(size, lambda number: '{"type":"cooldown","seconds":"tick + 0.5","child":{"type":"once","child":"true"}}')


def services(size):
    return sequence(size, lambda number: '{"type":"service","ticks":1,"do":"true","child":{"type":"wait","ticks":1}}')


def concurrents(size):
    """Each has changes to take back."""
    return sequence(size, lambda number: '{"type":"concurrent","children":[{"type":"once","child":"true"},{"type":"wait","ticks":1}]}')


# ---- includes

def includes(size):
    """Many files that each are included once."""
    count = max(size // 120, 1)
    files = {"d.json": sequence(0, None)["d.json"]}
    uses = ",".join(f'{{"type":"subtree","tree":"t{number}"}}' for number in range(count))
    trees = ",".join(f'"t{number}":{{"include":"f{number}.json"}}' for number in range(count))
    files["d.json"] = document('{"type":"sequence","children":[%s]}' % uses, trees="{" + trees + "}")
    files.update({f"f{number}.json": document('"true"') for number in range(count)})
    return files


def include_often(size):
    """One large file that is included by many names."""
    count = max(size // 100, 1)
    uses = ",".join(f'{{"type":"subtree","tree":"t{number}"}}' for number in range(count))
    trees = ",".join(f'"t{number}":{{"include":"f.json"}}' for number in range(count))
    return {"d.json": document('{"type":"sequence","children":[%s]}' % uses, trees="{" + trees + "}"),
            "f.json": members(size // 2, "trees", lambda number: f'"{word(number)}":{{"root":"true"}}')["d.json"]}


def include_with_keys(size):
    """A file with many keys that is included by many names."""
    count = max(size // 100, 1)
    trees = ",".join(f'"t{number}":{{"include":"f.json"}}' for number in range(count))
    uses = ",".join(f'{{"type":"subtree","tree":"t{number}"}}' for number in range(count))
    return {"d.json": document('{"type":"sequence","children":[%s]}' % uses, trees="{" + trees + "}"),
            "f.json": keys(size // 2)["d.json"]}


def include_chain(size):
    count = max(min(size // 100, 2000), 1)
    names = ["d.json"] + [f"f{number}.json" for number in range(count)]
    files = {name: document('{"type":"subtree","tree":"t"}', trees='{"t":{"include":"%s"}}' % after)
             for name, after in zip(names, names[1:])}
    files[names[-1]] = document('"true"')
    return files


def include_paths(size):
    """Ways to a file that is not there."""
    return members(size, "trees", lambda number: f'"t{number}":{{"include":"{"./" * 50}x{number}.json"}}')


# ---- what is made of documents of the suite

def amplified(text):
    """Families from one document: each of its containers gets more entries, each of its strings more text."""
    try:
        value = json.loads(text)
    except ValueError:
        return []
    places = []

    def look(part, way):
        if isinstance(part, dict):
            for name in part:
                look(part[name], way + (name,))
        elif isinstance(part, list):
            for number, entry in enumerate(part):
                look(entry, way + (number,))
        if way and part != {} and part != []:
            places.append(way)
    look(value, ())

    def family(way, how):
        def make(size):
            whole = json.loads(text)
            holder = whole
            for step in way[:-1]:
                holder = holder[step]
            mark = "@@@@"
            old = holder[way[-1]]
            holder[way[-1]] = mark
            begin, end = json.dumps(whole, ensure_ascii=False).split(f'"{mark}"', 1)
            return {"d.json": begin + how(old, size) + end}
        return make

    def more_entries(old, size):
        entries = [json.dumps(entry, ensure_ascii=False) for entry in old]
        return repeated(size, "[", lambda number: entries[number % len(entries)], "]")

    def more_members(old, size):
        entries = [(name, json.dumps(entry, ensure_ascii=False)) for name, entry in old.items()]
        return repeated(size, "{", lambda number: (lambda name, entry: f'{json.dumps(name + (word(number, 4) if number >= len(entries) else ""))}:{entry}')(
            *entries[number % len(entries)]), "}")

    def same_members(old, size):
        entries = [f"{json.dumps(name)}:{json.dumps(entry, ensure_ascii=False)}" for name, entry in old.items()]
        return repeated(size, "{", lambda number: entries[number % len(entries)], "}")

    def more_text(old, size):
        return json.dumps(old * (size // max(len(old), 1)), ensure_ascii=False)

    families = []
    for way in places:
        part = value
        for step in way:
            part = part[step]
        name = ".".join(map(str, way))
        if isinstance(part, list):
            families.append((f"{name}+entries", family(way, more_entries)))
        elif isinstance(part, dict):
            families.append((f"{name}+members", family(way, more_members)))
            families.append((f"{name}+same", family(way, same_members)))
        elif isinstance(part, str) and part:
            families.append((f"{name}+text", family(way, more_text)))
    return families


all_families = {name: make for name, make in list(globals().items())
                if callable(make) and name not in ("repeated", "document", "sequence", "members", "chain", "word", "amplified")}
