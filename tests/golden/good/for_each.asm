shape "for_each", version 4, 1424 bytes

specification
  items        39 (tree 33, init 6)
  nodes        12
  columns      129 number, 0 bool
  shared       201 number, 0 bool
  live         1 of 5 items
  slots        0 bit, 1 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        2
  visits       353

keys (column, type, name)
      0  int    x
      1  int    place
      2  float  heat
      3  vec2   home
      5  enum 1  order
      6  vec2[8]  stops
     23  enum 1[4]  orders
    129  float[200]  levels, shared
     28  int[100]  ids

enums (number, words)
      1  near, far

hosts
      0  immediate  visit(at: vec2)
      1  immediate  sort(what: key vec2[], by: key enum 1[])

items
 index  offset     end  node    can  operation
     0  000168      33  #0      SFR  sequence                           for_each.json:8:8
     1  000170       6  #1      SFR  for_each word 0                    for_each.json:9:1
     2  000178       -                 rounds 0, at most 64 a tick
     3  000180       -                 list stops, capacity 8, key home, index place
     4  000188       6  #2      SFR  action visit                       for_each.json:9:72
     5  000190       6                 argument at = home
     6  000198      13  #3      SFR  for_each word 0                    for_each.json:10:1
     7  0001a0       -                 rounds 0, at most 64 a tick
     8  0001a8       -                 list levels, capacity 200, key home.x
     9  0001b0      13  #4      SF-  condition                          for_each.json:10:59
    10  0001b8      11                   load_float home.x
    11  0001c0      12                   const_float 3.0
    12  0001c8      13                   less_float  last
    13  0001d0      20  #5      SF-  for_each word 0                    for_each.json:11:1
    14  0001d8       -                 rounds 0, at most 300 a tick
    15  0001e0       -                 list levels, capacity 200, key heat
    16  0001e8      20  #6      SF-  condition                          for_each.json:11:72
    17  0001f0      18                   load_float heat
    18  0001f8      19                   const_float 3.0
    19  000200      20                   less_float  last
    20  000208      27  #7      SFR  for_each word 0                    for_each.json:12:1
    21  000210       -                 rounds 0, at most 64 a tick
    22  000218       -                 pause 2 ticks, long 0
    23  000220       -                 list orders, capacity 4, key order
    24  000228      27  #8      SFR  action sort                        for_each.json:12:68
    25  000230      26                 argument what = stops
    26  000238      27                 argument by = orders
    27  000240      33  #9      S-R  for_each word 0                    for_each.json:13:1
    28  000248       -                 rounds 0, at most 10 a tick
    29  000250       -                 list ids, capacity 100, key x
    30  000258      33  #10     S--  force_success                      for_each.json:13:70
    31  000260      33  #11     SF-  pop                                for_each.json:13:102
    32  000268       -                 list ids, capacity 100, key x
    33  000270      35                 init orders
    34  000278      35                   const_enum 'far'  last
    35  000280      37                 init levels
    36  000288      37                   const_float 1.0  last
    37  000290      39                 init levels
    38  000298      39                   const_float 0.0  last
