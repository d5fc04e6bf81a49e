shape "loops_nested", version 4, 792 bytes

specification
  items        12 (tree 12, init 0)
  nodes        8
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 5 items
  slots        1 bit, 2 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       4
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        2
  visits       45

hosts
      0  immediate  pick()
      1  immediate  put()

items
 index  offset     end  node    can  operation
     0  000168      12  #0      -FR  repeat word 0                      loops_nested.json:2:8
     1  000170       -                 rounds 10, at most 4 a tick
     2  000178      12  #1      -FR  sequence                           loops_nested.json:2:57
     3  000180       6  #2      SFR  retry word 1                       loops_nested.json:3:1
     4  000188       -                 rounds 3, at most 64 a tick
     5  000190       6  #3      SFR  action pick                        loops_nested.json:3:38
     6  000198      12  #4      --R  while bit 0                        loops_nested.json:4:1
     7  0001a0       -                 rounds 0, at most 2 a tick
     8  0001a8      12  #5      S-R  selector                           loops_nested.json:4:38
     9  0001b0      10  #6      SFR  action put                         loops_nested.json:4:69
    10  0001b8      12  #7      S-R  wait long 0                        loops_nested.json:4:98
    11  0001c0       -                 duration 1 tick
