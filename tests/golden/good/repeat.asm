shape "repeat", version 4, 920 bytes

specification
  items        18 (tree 18, init 0)
  nodes        11
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         5 of 8 items
  slots        0 bit, 5 word, 2 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       65607

hosts
      0  immediate  knock()

items
 index  offset     end  node    can  operation
     0  000168      18  #0      SFR  race                               repeat.json:2:8
     1  000170       4  #1      SFR  repeat word 0                      repeat.json:3:1
     2  000178       -                 rounds 1, at most 64 a tick
     3  000180       4  #2      SFR  action knock                       repeat.json:3:36
     4  000188       7  #3      SFR  repeat word 1                      repeat.json:4:1
     5  000190       -                 rounds 3, at most 64 a tick
     6  000198       7  #4      SFR  action knock                       repeat.json:4:36
     7  0001a0      10  #5      SFR  repeat word 2                      repeat.json:5:1
     8  0001a8       -                 rounds 3, at most 1 a tick
     9  0001b0      10  #6      SFR  action knock                       repeat.json:5:49
    10  0001b8      14  #7      S-R  repeat word 3                      repeat.json:6:1
    11  0001c0       -                 rounds 2147483647, at most 65535 a tick
    12  0001c8      14  #8      S-R  wait long 0                        repeat.json:6:62
    13  0001d0       -                 duration 1 tick
    14  0001d8      18  #9      --R  repeat word 4                      repeat.json:7:1
    15  0001e0       -                 rounds 0, at most 64 a tick
    16  0001e8      18  #10     S-R  wait long 1                        repeat.json:7:26
    17  0001f0       -                 duration 1 s
