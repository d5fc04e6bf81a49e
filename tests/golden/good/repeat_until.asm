shape "repeat_until", version 4, 784 bytes

specification
  items        14 (tree 14, init 0)
  nodes        9
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         4 of 5 items
  slots        0 bit, 4 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       72

hosts
      0  immediate  knock()

items
 index  offset     end  node    can  operation
     0  000168      14  #0      SFR  race                               repeat_until.json:2:8
     1  000170       5  #1      S-R  repeat word 0                      repeat_until.json:3:1
     2  000178       -                 rounds 0, at most 64 a tick, until success
     3  000180       5  #2      S-R  wait long 0                        repeat_until.json:3:44
     4  000188       -                 duration 1 tick
     5  000190       8  #3      -FR  repeat word 1                      repeat_until.json:4:1
     6  000198       -                 rounds 0, at most 2 a tick, until failure
     7  0001a0       8  #4      SFR  action knock                       repeat_until.json:4:57
     8  0001a8      11  #5      SFR  repeat word 2                      repeat_until.json:5:1
     9  0001b0       -                 rounds 1, at most 5 a tick, until success
    10  0001b8      11  #6      SFR  action knock                       repeat_until.json:5:67
    11  0001c0      14  #7      SFR  repeat word 3                      repeat_until.json:1:59
    12  0001c8       -                 rounds 3, at most 64 a tick, until failure
    13  0001d0      14  #8      SFR  action knock                       repeat_until.json:1:117
