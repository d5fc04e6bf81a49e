shape "deferred", version 4, 832 bytes

specification
  items        18 (tree 12, init 6)
  nodes        4
  columns      3 number, 0 bool
  shared       0 number, 0 bool
  live         3 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 0 bool
  shuffle      0
  draws        no
  hosts        2
  visits       3

keys (column, type, name)
      0  vec2   goal
      2  float  speed

hosts
      0  deferred   walk(to: vec2, speed: float)
      1  deferred   wave()

items
 index  offset     end  node    can  operation
     0  000168      12  #0      SFR  concurrent                         deferred.json:4:8
     1  000170       8  #1      SFR  deferred walk                      deferred.json:5:1
     2  000178       -                 resource "legs"
     3  000180       4                 argument to = goal
     4  000188       8                 argument speed
     5  000190       6                   load_float speed
     6  000198       7                   const_float 2.0
     7  0001a0       8                   divide_float  last
     8  0001a8      10  #2      SFR  deferred wave                      deferred.json:6:1
     9  0001b0       -                 resource "left arm"
    10  0001b8      12  #3      SFR  deferred wave  "other arm"         deferred.json:7:1
    11  0001c0       -                 resource none
    12  0001c8      14                 init goal.x
    13  0001d0      14                   const_float 10.0  last
    14  0001d8      16                 init goal.y
    15  0001e0      16                   const_float 20.0  last
    16  0001e8      18                 init speed
    17  0001f0      18                   const_float 2.0  last
