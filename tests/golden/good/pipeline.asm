shape "pipeline", version 4, 1024 bytes

specification
  items        21 (tree 21, init 0)
  nodes        12
  columns      2 number, 1 bool
  shared       0 number, 0 bool
  live         5 of 6 items
  slots        0 bit, 0 word, 3 long
  persistent   1 status (0 named), 1 time
  undo         0
  guards       3
  stacks       0 number, 1 bool
  shuffle      0
  draws        no
  hosts        3
  visits       7

keys (column, type, name)
      0  vec2   goal
      2  bool   near

hosts
      0  immediate  plan(to: vec2)
      1  deferred   follow()
      2  deferred   brake()

items
 index  offset     end  node    can  operation
     0  000168      21  #0      SFR  pipeline                           pipeline.json:2:8
     1  000170       6  #1      SFR  sequence                           pipeline.json:3:1
     2  000178       4  #2      S-R  wait long 0                        pipeline.json:3:32
     3  000180       -                 duration 1 s
     4  000188       6  #3      SFR  action plan                        pipeline.json:3:60
     5  000190       6                 argument to = goal
     6  000198       9  #4      SF-  condition                          pipeline.json:4:1
     7  0001a0       8                   load_bool near
     8  0001a8       9                   not  last
     9  0001b0      11  #5      SFR  deferred follow                    pipeline.json:5:1
    10  0001b8       -                 resource none
    11  0001c0      21  #6      SFR  pipeline  "arrive"                 pipeline.json:6:1
    12  0001c8      16  #7      SFR  cooldown time 0                    pipeline.json:6:48
    13  0001d0       -                 duration 3 ticks
    14  0001d8      16  #8      SFR  deferred brake                     pipeline.json:6:85
    15  0001e0       -                 resource none
    16  0001e8      18  #9      S-R  wait long 1                        pipeline.json:6:119
    17  0001f0       -                 duration 2 ticks
    18  0001f8      21  #10     S-R  once status 0                      pipeline.json:6:145
    19  000200      21  #11     S-R  wait long 2                        pipeline.json:6:168
    20  000208       -                 duration 1 tick
