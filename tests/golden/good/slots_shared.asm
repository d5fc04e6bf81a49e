shape "slots_shared", version 4, 1192 bytes

specification
  items        29 (tree 29, init 0)
  nodes        16
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         3 of 10 items
  slots        4 bit, 1 word, 3 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       4
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        2
  visits       74

hosts
      0  deferred   push()
      1  immediate  poke()

items
 index  offset     end  node    can  operation
     0  000168      29  #0      SFR  sequence                           slots_shared.json:2:8
     1  000170       3  #1      S-R  wait long 0                        slots_shared.json:3:1
     2  000178       -                 duration 1 s
     3  000180       7  #2      S-R  delay long 0                       slots_shared.json:4:1
     4  000188       -                 duration 2 s
     5  000190       7  #3      S-R  wait long 1                        slots_shared.json:4:37
     6  000198       -                 duration 3 s
     7  0001a0      20  #4      SFR  concurrent                         slots_shared.json:5:1
     8  0001a8      12  #5      SFR  timeout long 0                     slots_shared.json:5:34
     9  0001b0       -                 duration 4 s
    10  0001b8      12  #6      S-R  wait long 1                        slots_shared.json:5:72
    11  0001c0       -                 duration 5 s
    12  0001c8      16  #7      S-R  repeat word 0                      slots_shared.json:5:101
    13  0001d0       -                 rounds 3, at most 64 a tick
    14  0001d8      16  #8      S-R  wait long 2                        slots_shared.json:5:136
    15  0001e0       -                 duration 6 s
    16  0001e8      20  #9      SFR  while bit 0                        slots_shared.json:5:165
    17  0001f0       -                 rounds 0, at most 64 a tick
    18  0001f8      20  #10     SFR  deferred push                      slots_shared.json:5:189
    19  000200       -                 resource none
    20  000208      29  #11     SFR  parallel bit 0                     slots_shared.json:6:1
    21  000210       -                 success 2, failure 1
    22  000218      24  #12     S-R  wait long 0                        slots_shared.json:6:32
    23  000220       -                 duration 1 tick
    24  000228      29  #13     SFR  retry word 0                       slots_shared.json:6:58
    25  000230       -                 rounds 2, at most 64 a tick
    26  000238      29  #14     SFR  delay long 1                       slots_shared.json:6:95
    27  000240       -                 duration 1 tick
    28  000248      29  #15     SFR  action poke                        slots_shared.json:6:129
