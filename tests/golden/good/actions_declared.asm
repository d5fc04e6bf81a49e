shape "actions_declared", version 4, 1080 bytes

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
     0  000168      27  #0      SFR  sequence                           actions_declared.json:7:8
     1  000170       9  #1      SFR  action first                       actions_declared.json:8:1
     2  000178       3                 argument d = at
     3  000180       5                 argument c
     4  000188       5                   const_float 1.0  last
     5  000190       7                 argument b
     6  000198       7                   const_int 2  last
     7  0001a0       9                 argument a
     8  0001a8       9                   const_bool false  last
     9  0001b0      15  #2      SFR  deferred second                    actions_declared.json:9:1
    10  0001b8       -                 resource none
    11  0001c0      12                 argument at = at
    12  0001c8      13                 argument open = open
    13  0001d0      14                 argument heat = heat
    14  0001d8      15                 argument hits = hits
    15  0001e0      17  #3      SF-  condition                          actions_declared.json:10:1
    16  0001e8      17                   call third  last
    17  0001f0      27  #4      SF-  condition                          actions_declared.json:11:1
    18  0001f8      19                   load_bool open
    19  000200      20                   load_float heat
    20  000208      21                   const_float 0.5
    21  000210      22                   greater_float
    22  000218      23                   and
    23  000220      24                   load_int hits
    24  000228      25                   const_int 3
    25  000230      26                   greater_int
    26  000238      27                   and  last
