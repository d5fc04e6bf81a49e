shape "key_host", version 4, 848 bytes

specification
  items        17 (tree 13, init 4)
  nodes        4
  columns      4 number, 0 bool
  shared       2 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       3

keys (column, type, name)
      0  float  health, host
      1  int    skin, host
      4  vec2   wind, shared, host
      2  enum 1  team
      3  int    walk/steps, host

enums (number, words)
      1  red, blue

items
 index  offset     end  node    can  operation
     0  000168      13  #0      SF-  sequence                           key_host.json:16:11
     1  000170       5  #1      SF-  condition                          key_host.json:16:46
     2  000178       3                   load_float health
     3  000180       4                   const_float 0.0
     4  000188       5                   greater_float  last
     5  000190       9  #2      SF-  condition                          key_host.json:12:15
     6  000198       7                   load_enum team
     7  0001a0       8                   const_enum 'red'
     8  0001a8       9                   equal_enum  last
     9  0001b0      13  #3      SF-  condition                          lib/look.json:4:11
    10  0001b8      11                   tick
    11  0001c0      12                   const_int 3
    12  0001c8      13                   greater_int  last
    13  0001d0      15                 init health
    14  0001d8      15                   const_float 100.0  last
    15  0001e0      17                 init team
    16  0001e8      17                   const_enum 'blue'  last
