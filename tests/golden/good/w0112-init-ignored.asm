shape "w0112-init-ignored", version 2, 760 bytes

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
     0  000138      25  #0      SF-  sequence                           w0112-init-ignored.json:5:11
     1  000140      13  #1      SF-  condition                          w0112-init-ignored.json:6:5
     2  000148       3                   load_float health
     3  000150       4                   const_float 30.0
     4  000158       5                   less_float
     5  000160       6                   load_int ammo
     6  000168       7                   const_int 0
     7  000170       8                   greater_int
     8  000178       9                   and
     9  000180      10                   load_float home.x
    10  000188      11                   const_float 0.0
    11  000190      12                   greater_float
    12  000198      13                   and  last
    13  0001a0      25  #2      SF-  condition                          lib/health-50.json:8:11
    14  0001a8      15                   load_float health
    15  0001b0      16                   const_float 10.0
    16  0001b8      17                   less_float
    17  0001c0      18                   load_int ammo
    18  0001c8      19                   const_int 1
    19  0001d0      20                   greater_int
    20  0001d8      21                   or
    21  0001e0      22                   load_float home.x
    22  0001e8      23                   const_float 3.0
    23  0001f0      24                   greater_float
    24  0001f8      25                   or  last
    25  000200      27                 init health
    26  000208      27                   const_float 100.0  last
    27  000210      29                 init ammo
    28  000218      29                   const_int 3  last
