shape "w0101-exact", version 4, 1128 bytes

specification
  items        24 (tree 24, init 0)
  nodes        15
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         4 of 8 items
  slots        4 bit, 4 word, 1 long
  persistent   0 status (0 named), 1 time
  undo         1
  guards       3
  stacks       2 number, 1 bool
  shuffle      2
  draws        yes
  hosts        1
  visits       390

hosts
      0  immediate  a()

items
 index  offset     end  node    can  operation
     0  000168      24  #0      --R  concurrent                         w0101-exact.json:2:8
     1  000170       7  #1      --R  repeat word 0                      w0101-exact.json:3:1
     2  000178       -                 rounds 0, at most 64 a tick
     3  000180       7  #2      SFR  parallel bit 0                     w0101-exact.json:3:26
     4  000188       -                 success 2, failure 1
     5  000190       6  #3      S--  success                            w0101-exact.json:3:57
     6  000198       7  #4      SFR  action a                           w0101-exact.json:3:76
     7  0001a0      12  #5      --R  repeat word 1                      w0101-exact.json:4:1
     8  0001a8       -                 rounds 0, at most 64 a tick
     9  0001b0      12  #6      -FR  sequence random, long 0            w0101-exact.json:4:26
    10  0001b8      11  #7      SFR  action a                           w0101-exact.json:4:74
    11  0001c0      12  #8      -F-  failure                            w0101-exact.json:4:101
    12  0001c8      19  #9      --R  repeat word 2                      w0101-exact.json:5:1
    13  0001d0       -                 rounds 0, at most 64 a tick
    14  0001d8      19  #10     SFR  decide first 18                    w0101-exact.json:5:26
    15  0001e0      16                   rand
    16  0001e8      17                   const_float 0.5
    17  0001f0      18                   less_float  last
    18  0001f8      19  #11     SFR  action a                           w0101-exact.json:5:70
    19  000200      24  #12     --R  repeat word 3                      w0101-exact.json:6:1
    20  000208       -                 rounds 0, at most 64 a tick
    21  000210      24  #13     SFR  cooldown time 0                    w0101-exact.json:6:26
    22  000218       -                 duration 0 ticks
    23  000220      24  #14     SFR  action a                           w0101-exact.json:6:63
