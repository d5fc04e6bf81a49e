shape "own_alone", version 4, 728 bytes

specification
  items        15 (tree 4, init 11)
  nodes        1
  columns      4 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       0
  stacks       2 number, 0 bool
  shuffle      0
  draws        no
  hosts        0
  visits       1

keys (column, type, name)
      0  int    n
      1  float  more
      2  int    /n
      3  float  /left

items
 index  offset     end  node    can  operation
     0  000168       4  #0      S--  set /left                          own_alone.json:7:11
     1  000170       2                   load_float /left
     2  000178       3                   const_float 2.0
     3  000180       4                   subtract_float  last
     4  000188       6                 init n
     5  000190       6                   const_int 1  last
     6  000198       8                 init /n
     7  0001a0       8                   const_int 7  last
     8  0001a8      15                 init /left
     9  0001b0      10                   load_int /n
    10  0001b8      11                   const_int 2
    11  0001c0      12                   add_int
    12  0001c8      13                   int_to_float
    13  0001d0      14                   load_float more
    14  0001d8      15                   add_float  last
