shape "include", version 4, 848 bytes

specification
  items        20 (tree 18, init 2)
  nodes        6
  columns      2 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 2 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        2
  visits       4

keys (column, type, name)
      0  float  health
      1  int    potions

hosts
      0  deferred   drink()
      1  deferred   patrol()

items
 index  offset     end  node    can  operation
     0  000168      18  #0      SFR  priority                           include.json:3:8
     1  000170      16  #1      SFR  sequence                           lib/heal.json:2:8
     2  000178      10  #2      SF-  condition                          lib/heal.json:2:39
     3  000180       4                   load_float health
     4  000188       5                   const_float 50.0
     5  000190       6                   less_float
     6  000198       7                   load_int potions
     7  0001a0       8                   const_int 0
     8  0001a8       9                   greater_int
     9  0001b0      10                   and  last
    10  0001b8      12  #3      SFR  deferred drink                     lib/heal.json:2:68
    11  0001c0       -                 resource none
    12  0001c8      16  #4      S--  set potions                        lib/heal.json:2:101
    13  0001d0      14                   load_int potions
    14  0001d8      15                   const_int 1
    15  0001e0      16                   subtract_int  last
    16  0001e8      18  #5      SFR  deferred patrol                    include.json:3:72
    17  0001f0       -                 resource none
    18  0001f8      20                 init potions
    19  000200      20                   const_int 3  last
