shape "while", version 4, 808 bytes

specification
  items        19 (tree 17, init 2)
  nodes        8
  columns      1 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        1 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        1
  visits       204

keys (column, type, name)
      0  int    ammo

hosts
      0  immediate  sweep()

items
 index  offset     end  node    can  operation
     0  000168      17  #0      SFR  sequence                           while.json:2:8
     1  000170      14  #1      SFR  while bit 0                        while.json:3:1
     2  000178       -                 rounds 0, at most 64 a tick
     3  000180      14  #2      SFR  sequence                           while.json:3:25
     4  000188       8  #3      SF-  condition                          while.json:3:56
     5  000190       6                   load_int ammo
     6  000198       7                   const_int 0
     7  0001a0       8                   greater_int  last
     8  0001a8      12  #4      S--  set ammo                           while.json:3:67
     9  0001b0      10                   load_int ammo
    10  0001b8      11                   const_int 1
    11  0001c0      12                   subtract_int  last
    12  0001c8      14  #5      S-R  wait long 0                        while.json:3:111
    13  0001d0       -                 duration 1 tick
    14  0001d8      17  #6      SFR  while bit 0                        while.json:4:1
    15  0001e0       -                 rounds 0, at most 8 a tick
    16  0001e8      17  #7      SFR  action sweep                       while.json:4:38
    17  0001f0      19                 init ammo
    18  0001f8      19                   const_int 30  last
