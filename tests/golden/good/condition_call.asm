shape "condition_call", version 4, 1040 bytes

specification
  items        35 (tree 29, init 6)
  nodes        4
  columns      4 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        2
  visits       3

keys (column, type, name)
      0  vec2   home
      2  int    found
      3  float  range

hosts
      0  predicate  is_safe()
      1  predicate  sees(from: vec2, range: float, found: key int, careful: bool, most: int)

items
 index  offset     end  node    can  operation
     0  000168      29  #0      SF-  selector                           condition_call.json:4:8
     1  000170       3  #1      SF-  condition                          condition_call.json:5:1
     2  000178       3                   call is_safe  last
     3  000180      15  #2      SF-  condition  "look around"           condition_call.json:6:1
     4  000188      15                   call sees  last
     5  000190       6                 argument from = home
     6  000198      10                 argument range
     7  0001a0       8                   load_float range
     8  0001a8       9                   const_float 2.0
     9  0001b0      10                   multiply_float  last
    10  0001b8      11                 argument found = found
    11  0001c0      13                 argument careful
    12  0001c8      13                   const_bool true  last
    13  0001d0      15                 argument most
    14  0001d8      15                   const_int 3  last
    15  0001e0      29  #3      SF-  condition                          condition_call.json:7:1
    16  0001e8      29                   call sees  last
    17  0001f0      21                 argument most
    18  0001f8      19                   load_int found
    19  000200      20                   const_int 1
    20  000208      21                   add_int  last
    21  000210      25                 argument careful
    22  000218      23                   load_float range
    23  000220      24                   const_float 5.0
    24  000228      25                   greater_float  last
    25  000230      26                 argument found = found
    26  000238      28                 argument range
    27  000240      28                   const_float 7.0  last
    28  000248      29                 argument from = home
    29  000250      31                 init home.x
    30  000258      31                   const_float 1.0  last
    31  000260      33                 init home.y
    32  000268      33                   const_float 2.0  last
    33  000270      35                 init range
    34  000278      35                   const_float 10.0  last
