shape "subtree", version 4, 1024 bytes

specification
  items        28 (tree 26, init 2)
  nodes        11
  columns      1 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        2
  visits       7

keys (column, type, name)
      0  float  health

hosts
      0  deferred   drink()
      1  deferred   walk()

items
 index  offset     end  node    can  operation
     0  000168      26  #0      SFR  priority                           subtree.json:4:8
     1  000170      12  #1      SFR  sequence                           subtree.json:3:25
     2  000178       6  #2      SF-  condition                          subtree.json:3:56
     3  000180       4                   load_float health
     4  000188       5                   const_float 50.0
     5  000190       6                   less_float  last
     6  000198       8  #3      SFR  deferred drink                     subtree.json:3:70
     7  0001a0       -                 resource none
     8  0001a8      12  #4      S--  set health                         subtree.json:3:103
     9  0001b0      10                   load_float health
    10  0001b8      11                   const_float 10.0
    11  0001c0      12                   add_float  last
    12  0001c8      26  #5      SFR  sequence                           subtree.json:6:1
    13  0001d0      15  #6      SFR  deferred walk                      subtree.json:6:32
    14  0001d8       -                 resource none
    15  0001e0      26  #7      SFR  sequence                           subtree.json:3:25
    16  0001e8      20  #8      SF-  condition                          subtree.json:3:56
    17  0001f0      18                   load_float health
    18  0001f8      19                   const_float 50.0
    19  000200      20                   less_float  last
    20  000208      22  #9      SFR  deferred drink                     subtree.json:3:70
    21  000210       -                 resource none
    22  000218      26  #10     S--  set health                         subtree.json:3:103
    23  000220      24                   load_float health
    24  000228      25                   const_float 10.0
    25  000230      26                   add_float  last
    26  000238      28                 init health
    27  000240      28                   const_float 100.0  last
