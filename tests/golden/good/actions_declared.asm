shape "actions_declared", version 3, 1048 bytes

specification
  items        27 (tree 27, init 0)
  nodes        5
  columns      4 number, 1 bool
  shared       0 number, 0 bool
  live         1 of 2 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        3
  visits       4

keys (column, type, name)
      0  vec2   at
      2  int    hits
      3  float  heat
      4  bool   open

hosts
      0  immediate  first(a: bool, b: int, c: float, d: vec2)
      1  deferred   second(hits: key int, heat: key float, open: key bool, at: key vec2)
      2  predicate  third()

items
 index  offset     end  node    can  operation
     0  000158      27  #0      SFR  sequence                           actions_declared.json:7:8
     1  000160       9  #1      SFR  action first                       actions_declared.json:8:1
     2  000168       3                 argument d = at
     3  000170       5                 argument c
     4  000178       5                   const_float 1.0  last
     5  000180       7                 argument b
     6  000188       7                   const_int 2  last
     7  000190       9                 argument a
     8  000198       9                   const_bool false  last
     9  0001a0      15  #2      SFR  deferred second                    actions_declared.json:9:1
    10  0001a8       -                 resource none
    11  0001b0      12                 argument at = at
    12  0001b8      13                 argument open = open
    13  0001c0      14                 argument heat = heat
    14  0001c8      15                 argument hits = hits
    15  0001d0      17  #3      SF-  condition                          actions_declared.json:10:1
    16  0001d8      17                   call third  last
    17  0001e0      27  #4      SF-  condition                          actions_declared.json:11:1
    18  0001e8      19                   load_bool open
    19  0001f0      20                   load_float heat
    20  0001f8      21                   const_float 0.5
    21  000200      22                   greater_float
    22  000208      23                   and
    23  000210      24                   load_int hits
    24  000218      25                   const_int 3
    25  000220      26                   greater_int
    26  000228      27                   and  last
