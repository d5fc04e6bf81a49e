shape "priority", version 2, 848 bytes

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
     0  000138      16  #0      SFR  priority                           priority.json:2:8
     1  000140       8  #1      SFR  sequence                           priority.json:3:1
     2  000148       6  #2      SF-  condition                          priority.json:3:32
     3  000150       4                   load_float health
     4  000158       5                   const_float 30.0
     5  000160       6                   less_float  last
     6  000168       8  #3      SFR  deferred flee                      priority.json:3:46
     7  000170       -                 resource none
     8  000178      13  #4      SFR  sequence                           priority.json:4:1
     9  000180      11  #5      SF-  condition                          priority.json:4:32
    10  000188      11                   load_bool enemy  last
    11  000190      13  #6      SFR  deferred fight                     priority.json:4:40
    12  000198       -                 resource none
    13  0001a0      16  #7      SFR  priority                           priority.json:5:1
    14  0001a8      16  #8      SFR  deferred sleep                     priority.json:5:32
    15  0001b0       -                 resource none
    16  0001b8      18                 init health
    17  0001c0      18                   const_float 100.0  last
