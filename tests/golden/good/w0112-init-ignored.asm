shape "w0112-init-ignored", version 4, 824 bytes

specification
  items        29 (tree 25, init 4)
  nodes        3
  columns      4 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        0
  visits       2

keys (column, type, name)
      0  float  health
      1  int    ammo
      2  vec2   home

items
 index  offset     end  node    can  operation
     0  000168      25  #0      SF-  sequence                           w0112-init-ignored.json:5:11
     1  000170      13  #1      SF-  condition                          w0112-init-ignored.json:6:5
     2  000178       3                   load_float health
     3  000180       4                   const_float 30.0
     4  000188       5                   less_float
     5  000190       6                   load_int ammo
     6  000198       7                   const_int 0
     7  0001a0       8                   greater_int
     8  0001a8       9                   and
     9  0001b0      10                   load_float home.x
    10  0001b8      11                   const_float 0.0
    11  0001c0      12                   greater_float
    12  0001c8      13                   and  last
    13  0001d0      25  #2      SF-  condition                          lib/health-50.json:8:11
    14  0001d8      15                   load_float health
    15  0001e0      16                   const_float 10.0
    16  0001e8      17                   less_float
    17  0001f0      18                   load_int ammo
    18  0001f8      19                   const_int 1
    19  000200      20                   greater_int
    20  000208      21                   or
    21  000210      22                   load_float home.x
    22  000218      23                   const_float 3.0
    23  000220      24                   greater_float
    24  000228      25                   or  last
    25  000230      27                 init health
    26  000238      27                   const_float 100.0  last
    27  000240      29                 init ammo
    28  000248      29                   const_int 3  last
