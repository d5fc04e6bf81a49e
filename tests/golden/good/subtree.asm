shape "subtree", version 3, 1000 bytes

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
     0  000158      26  #0      SFR  priority                           subtree.json:4:8
     1  000160      12  #1      SFR  sequence                           subtree.json:3:25
     2  000168       6  #2      SF-  condition                          subtree.json:3:56
     3  000170       4                   load_float health
     4  000178       5                   const_float 50.0
     5  000180       6                   less_float  last
     6  000188       8  #3      SFR  deferred drink                     subtree.json:3:70
     7  000190       -                 resource none
     8  000198      12  #4      S--  set health                         subtree.json:3:103
     9  0001a0      10                   load_float health
    10  0001a8      11                   const_float 10.0
    11  0001b0      12                   add_float  last
    12  0001b8      26  #5      SFR  sequence                           subtree.json:6:1
    13  0001c0      15  #6      SFR  deferred walk                      subtree.json:6:32
    14  0001c8       -                 resource none
    15  0001d0      26  #7      SFR  sequence                           subtree.json:3:25
    16  0001d8      20  #8      SF-  condition                          subtree.json:3:56
    17  0001e0      18                   load_float health
    18  0001e8      19                   const_float 50.0
    19  0001f0      20                   less_float  last
    20  0001f8      22  #9      SFR  deferred drink                     subtree.json:3:70
    21  000200       -                 resource none
    22  000208      26  #10     S--  set health                         subtree.json:3:103
    23  000210      24                   load_float health
    24  000218      25                   const_float 10.0
    25  000220      26                   add_float  last
    26  000228      28                 init health
    27  000230      28                   const_float 100.0  last
