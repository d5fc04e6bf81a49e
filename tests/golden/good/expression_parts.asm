shape "parts", version 3, 808 bytes

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
     0  000158      31  #0      SF-  utility first 21                   expression_parts.json:5:11
     1  000160       2                   const_float 2.0
     2  000168       3                   const_float 5.0
     3  000170       4                   load_float far
     4  000178       5                   divide_float
     5  000180       6                   vec2
     6  000188       7                   x_vec2  last
     7  000190       8                   load_float at.x
     8  000198       9                   load_float far
     9  0001a0      10                   divide_float
    10  0001a8      11                   const_float 3.0
    11  0001b0      12                   vec2
    12  0001b8      13                   y_vec2  last
    13  0001c0      14                   load_vec2 at
    14  0001c8      15                   load_float far
    15  0001d0      16                   scale_vec2
    16  0001d8      17                   x_vec2  last
    17  0001e0      18                   load_float far
    18  0001e8      19                   const_float 1.0
    19  0001f0      20                   vec2
    20  0001f8      21                   x_vec2  last
    21  000200      22  #1      S--  success                            expression_parts.json:9:7
    22  000208      23  #2      -F-  failure                            expression_parts.json:10:7
    23  000210      30  #3      S--  set far                            expression_parts.json:11:7
    24  000218      25                   const_float 1.0
    25  000220      26                   const_float 5.0
    26  000228      27                   load_float far
    27  000230      28                   divide_float
    28  000238      29                   vec2
    29  000240      30                   x_vec2  last
    30  000248      31  #4      S--  success                            expression_parts.json:12:7
