shape "expression_names", version 3, 880 bytes

specification
  items        35 (tree 29, init 6)
  nodes        6
  columns      2 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       5

keys (column, type, name)
      0  float  last
      1  int    steps

items
 index  offset     end  node    can  operation
     0  000158      29  #0      SF-  sequence                           expression_names.json:2:8
     1  000160       7  #1      SF-  condition                          expression_names.json:3:1
     2  000168       3                   time
     3  000170       4                   load_float last
     4  000178       5                   subtract_float
     5  000180       6                   const_float 1.5
     6  000188       7                   greater_float  last
     7  000190      11  #2      SF-  condition                          expression_names.json:4:1
     8  000198       9                   dt
     9  0001a0      10                   const_float 0.1
    10  0001a8      11                   less_float  last
    11  0001b0      19  #3      SF-  condition                          expression_names.json:5:1
    12  0001b8      13                   tick
    13  0001c0      14                   const_int 4
    14  0001c8      15                   modulo_int
    15  0001d0      16                   agent
    16  0001d8      17                   const_int 4
    17  0001e0      18                   modulo_int
    18  0001e8      19                   equal_int  last
    19  0001f0      23  #4      S--  set last                           expression_names.json:6:1
    20  0001f8      21                   time
    21  000200      22                   dt
    22  000208      23                   add_float  last
    23  000210      29  #5      S--  set steps                          expression_names.json:7:1
    24  000218      25                   tick
    25  000220      26                   const_int 2
    26  000228      27                   multiply_int
    27  000230      28                   load_int steps
    28  000238      29                   subtract_int  last
    29  000240      31                 init last
    30  000248      31                   time  last
    31  000250      35                 init steps
    32  000258      33                   tick
    33  000260      34                   agent
    34  000268      35                   add_int  last
