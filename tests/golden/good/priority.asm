shape "priority", version 4, 904 bytes

specification
  items        18 (tree 16, init 2)
  nodes        9
  columns      1 number, 1 bool
  shared       0 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        3
  visits       5

keys (column, type, name)
      0  float  health
      1  bool   enemy

hosts
      0  deferred   flee()
      1  deferred   fight()
      2  deferred   sleep()

items
 index  offset     end  node    can  operation
     0  000168      16  #0      SFR  priority                           priority.json:2:8
     1  000170       8  #1      SFR  sequence                           priority.json:3:1
     2  000178       6  #2      SF-  condition                          priority.json:3:32
     3  000180       4                   load_float health
     4  000188       5                   const_float 30.0
     5  000190       6                   less_float  last
     6  000198       8  #3      SFR  deferred flee                      priority.json:3:46
     7  0001a0       -                 resource none
     8  0001a8      13  #4      SFR  sequence                           priority.json:4:1
     9  0001b0      11  #5      SF-  condition                          priority.json:4:32
    10  0001b8      11                   load_bool enemy  last
    11  0001c0      13  #6      SFR  deferred fight                     priority.json:4:40
    12  0001c8       -                 resource none
    13  0001d0      16  #7      SFR  priority                           priority.json:5:1
    14  0001d8      16  #8      SFR  deferred sleep                     priority.json:5:32
    15  0001e0       -                 resource none
    16  0001e8      18                 init health
    17  0001f0      18                   const_float 100.0  last
