# SPDX-License-Identifier: MIT
"""Families of trees of BehaviorTree.CPP and mistreevous (MDSL) for cost.py: files of about `size` bytes that import, or that are refused, in many shapes."""


def tree(body, rest=""):
    return {"t.xml": f'<root BTCPP_format="4" main_tree_to_execute="M">\n<BehaviorTree ID="M">{body}</BehaviorTree>\n{rest}</root>\n'}


def row(parent, size, child):
    """A node with as many children as fit. `@` in a child is its number."""
    count = max(size // (len(child) + 6 * child.count("@") + 1), 1)
    return tree(f"<{parent}>\n" + "".join(child.replace("@", str(number)) + "\n" for number in range(count)) + f"</{parent}>")


def import_wide(size):
    return row("Sequence", size, "<A/>")


def import_statuses(size):
    return row("Fallback", size, "<AlwaysSuccess/>")


def import_ports(size):
    return row("Sequence", size, '<MoveTo goal="{goal}" speed="1.5" name="walk there"/>')


def import_names(size):
    return row("Sequence", size, '<N@ k@="{k@}"/>')


def import_texts(size):
    return row("Sequence", size, '<Say what="text number @"/>')


def import_scripts(size):
    return row("Sequence", size, '<Script code="a:=1;b:=2;c:=a+b;d:=c*2"/>')


def import_statements(size):
    return tree('<Script code="' + "a:=1;" * (size // 5) + '"/>')


def import_strings(size):
    return tree('<Script code="' + "a:='b';" * (size // 7) + '"/>')


def import_async(size):
    return row("AsyncSequence", size, "<A/>")


def import_memory(size):
    return row("SequenceWithMemory", size, "<A/>")


def import_parallel(size):
    return row("ParallelAll", size, "<A/>")


def import_pipeline(size):
    return row("PipelineSequence", size, "<RateController><A/></RateController>")


def import_loops(size):
    return row("Sequence", size, '<LoopInt queue="1;2;3;4" value="{v}"><A v="{v}"/></LoopInt>')


def import_queue(size):
    return tree(f'<LoopInt queue="{"1;" * (size // 2)}" value="{{v}}"><A v="{{v}}"/></LoopInt>')


def import_repeats(size):
    return row("Sequence", size, '<Repeat num_cycles="{n}"><Script code="n:=n+1"/></Repeat>')


def import_skips(size):
    return row("Sequence", size, '<A _skipIf="a" _onSuccess="a:=true"/>')


def import_watched(size):
    return row("Sequence", size, '<SkipUnlessUpdated entry="k@"><A/></SkipUnlessUpdated>')


def import_deep(size):
    return row("Sequence", size, "<Inverter>" * 200 + "<A/>" + "</Inverter>" * 200)


def import_subtrees(size):
    parts = row("Sequence", size, '<SubTree ID="T" a="{a@}" b="2"/>')
    return {"t.xml": parts["t.xml"].replace("</root>", '<BehaviorTree ID="T"><B a="{a}" b="{b}"/></BehaviorTree></root>')}


def import_trees(size):
    """A chain of trees, each with two uses of the next one, so that the tree doubles at each level."""
    count = min(size // 110, 60)
    chain = "".join(f'<BehaviorTree ID="T{number}"><Sequence><SubTree ID="T{number + 1}"/><SubTree ID="T{number + 1}"/></Sequence></BehaviorTree>\n'
                    for number in range(count))
    return tree('<SubTree ID="T0"/>', chain + f'<BehaviorTree ID="T{count}"><A/></BehaviorTree>\n')


def import_variants(size):
    """Uses of a tree that each remap other ports, so that each has a variant."""
    count = max(size // 60, 1)
    uses = "".join(f'<SubTree ID="T" p{number % 90}="{{a}}" q{number // 90 % 90}="1"/>\n' for number in range(count))
    return tree(f"<Sequence>{uses}</Sequence>", '<BehaviorTree ID="T"><B a="{p1}" b="{q1}"/></BehaviorTree>\n')


def import_models(size):
    models = "".join(f'<Action ID="A{number}"><input_port name="x" type="int"/></Action>\n' for number in range(size // 60))
    return tree("<A0/>", f"<TreeNodesModel>{models}</TreeNodesModel>\n")


def import_unknown(size):
    return row("Sequence", size, '<Sleep sleep_time="@"/>')


def import_comment(size):
    return tree("<A/>", f"<!--{'x' * size}-->\n")


def import_value(size):
    return tree(f'<A name="{"n" * (size // 3)}" text="{"<&" * (size // 3)}"/>')


# ---- mistreevous

def mdsl(size, child, count=None):
    """A sequence with as many children as fit, or with `count`. `@` in a child is its number."""
    count = min(max(size // (len(child) + 5 * child.count("@") + 1), 1), count or size)
    return {"t.mdsl": "root {\nsequence {\n" + "".join(child.replace("@", str(number)) + "\n" for number in range(count)) + "}\n}\n"}


def import_mdsl_wide(size):
    return mdsl(size, "action[A]")


def import_mdsl_exits(size):
    return mdsl(size, "action [A] exit(B) action [C] exit(D)")


def import_mdsl_guards(size):
    return mdsl(size, "sequence while(C) exit(D) { action [A] until(E) then succeed entry(F) step(G) exit(H) }")


def import_mdsl_deep(size):
    return mdsl(size, "flip exit(a) {" * 80 + "action[A]" + "}" * 80)


def import_mdsl_drawn(size):
    return mdsl(size, "retry [1,3] { repeat [1,3] { action [A] } }")


def import_mdsl_all(size):
    return mdsl(size, "all { condition [A] wait [1,9] }")


def import_mdsl_roots(size):
    """A chain of roots, each with two uses of the next one, so that the tree doubles at each level, and roots without a use."""
    chain = "".join(f"root [T{number}] {{ sequence {{ branch [T{number + 1}] branch [T{number + 1}] }} }}\n" for number in range(40))
    return {"t.mdsl": "root { branch [T0] }\n" + chain + "".join(f"root [T{number}] {{ action [A] }}\n" for number in range(40, size // 30))}


# The following ones have few enough nodes, so that they are compiled.

def import_mdsl_names(size):
    return mdsl(size, "action [" + "N" * (size // 20000) + "@, $" + "k" * 12 + "@] exit(X@)", 5000)


def import_mdsl_actions(size):
    return mdsl(size, "action [A@]", 60000)


def import_mdsl_long_names(size):
    return mdsl(size, "action [" + "n" * (size // 20) + "@, $" + "k" * (size // 20) + "@]")


def import_mdsl_arguments(size):
    return mdsl(size, 'action [A@, 1, 2.5, true, null, $b, $c@, "' + "x" * 90 + '@"]', 9000)


def import_mdsl_many_arguments(size):
    return mdsl(size, "action [A@" + ", 1" * 64 + "]")


def import_mdsl_callbacks(size):
    return mdsl(size, "sequence while(C@) exit(D@) { action [A@] until(E@) then succeed entry(F@) step(G@) exit(H@) } /*" + "-" * (size // 3000) + "*/", 1700)


def import_mdsl_comment(size):
    return mdsl(size, "action [A] /*" + "x" * (size - 60) + "*/")


def families():
    for name, make in list(globals().items()):
        if name.startswith("import_"):
            yield name, make, [["import", "-o", "/dev/null"], ["check"]]
