shape "expression_names", version 4, 904 bytes

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
     0  000168      29  #0      SF-  sequence                           expression_names.json:2:8
     1  000170       7  #1      SF-  condition                          expression_names.json:3:1
     2  000178       3                   time
     3  000180       4                   load_float last
     4  000188       5                   subtract_float
     5  000190       6                   const_float 1.5
     6  000198       7                   greater_float  last
     7  0001a0      11  #2      SF-  condition                          expression_names.json:4:1
     8  0001a8       9                   dt
     9  0001b0      10                   const_float 0.1
    10  0001b8      11                   less_float  last
    11  0001c0      19  #3      SF-  condition                          expression_names.json:5:1
    12  0001c8      13                   tick
    13  0001d0      14                   const_int 4
    14  0001d8      15                   modulo_int
    15  0001e0      16                   agent
    16  0001e8      17                   const_int 4
    17  0001f0      18                   modulo_int
    18  0001f8      19                   equal_int  last
    19  000200      23  #4      S--  set last                           expression_names.json:6:1
    20  000208      21                   time
    21  000210      22                   dt
    22  000218      23                   add_float  last
    23  000220      29  #5      S--  set steps                          expression_names.json:7:1
    24  000228      25                   tick
    25  000230      26                   const_int 2
    26  000238      27                   multiply_int
    27  000240      28                   load_int steps
    28  000248      29                   subtract_int  last
    29  000250      31                 init last
    30  000258      31                   time  last
    31  000260      35                 init steps
    32  000268      33                   tick
    33  000270      34                   agent
    34  000278      35                   add_int  last
