shape "parts", version 4, 832 bytes

specification
  items        31 (tree 31, init 0)
  nodes        5
  columns      3 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 0 bool
  shuffle      0
  draws        no
  hosts        0
  visits       1

keys (column, type, name)
      0  vec2   at
      2  float  far

items
 index  offset     end  node    can  operation
     0  000168      31  #0      SF-  utility first 21                   expression_parts.json:5:11
     1  000170       2                   const_float 2.0
     2  000178       3                   const_float 5.0
     3  000180       4                   load_float far
     4  000188       5                   divide_float
     5  000190       6                   vec2
     6  000198       7                   x_vec2  last
     7  0001a0       8                   load_float at.x
     8  0001a8       9                   load_float far
     9  0001b0      10                   divide_float
    10  0001b8      11                   const_float 3.0
    11  0001c0      12                   vec2
    12  0001c8      13                   y_vec2  last
    13  0001d0      14                   load_vec2 at
    14  0001d8      15                   load_float far
    15  0001e0      16                   scale_vec2
    16  0001e8      17                   x_vec2  last
    17  0001f0      18                   load_float far
    18  0001f8      19                   const_float 1.0
    19  000200      20                   vec2
    20  000208      21                   x_vec2  last
    21  000210      22  #1      S--  success                            expression_parts.json:9:7
    22  000218      23  #2      -F-  failure                            expression_parts.json:10:7
    23  000220      30  #3      S--  set far                            expression_parts.json:11:7
    24  000228      25                   const_float 1.0
    25  000230      26                   const_float 5.0
    26  000238      27                   load_float far
    27  000240      28                   divide_float
    28  000248      29                   vec2
    29  000250      30                   x_vec2  last
    30  000258      31  #4      S--  success                            expression_parts.json:12:7
