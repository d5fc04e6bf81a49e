shape "blackboard_init", version 2, 1176 bytes

specification
  items        59 (tree 22, init 37)
  nodes        4
  columns      9 number, 2 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 2 bool
  shuffle      0
  draws        no
  hosts        0
  visits       3

keys (column, type, name)
      9  bool   seen
     10  bool   brave
      0  int    rank
      1  float  pace
      2  float  stride
      3  vec2   home
      5  vec2   goal
      7  float  born
      8  int    empty

items
 index  offset     end  node    can  operation
     0  000138      22  #0      SF-  sequence                           blackboard_init.json:12:8
     1  000140       5  #1      SF-  condition                          blackboard_init.json:12:39
     2  000148       3                   load_bool seen
     3  000150       4                   load_bool brave
     4  000158       5                   and  last
     5  000160      18  #2      SF-  condition                          blackboard_init.json:12:55
     6  000168       7                   load_int rank
     7  000170       8                   int_to_float
     8  000178       9                   load_float pace
     9  000180      10                   add_float
    10  000188      11                   load_float stride
    11  000190      12                   add_float
    12  000198      13                   load_float born
    13  0001a0      14                   add_float
    14  0001a8      15                   load_float goal.y
    15  0001b0      16                   load_float home.x
    16  0001b8      17                   add_float
    17  0001c0      18                   greater_float  last
    18  0001c8      22  #3      S--  set empty                          blackboard_init.json:12:103
    19  0001d0      20                   load_int empty
    20  0001d8      21                   const_int 1
    21  0001e0      22                   add_int  last
    22  0001e8      24                 init seen
    23  0001f0      24                   const_bool true  last
    24  0001f8      30                 init brave
    25  000200      26                   agent
    26  000208      27                   const_int 2
    27  000210      28                   modulo_int
    28  000218      29                   const_int 0
    29  000220      30                   equal_int  last
    30  000228      34                 init rank
    31  000230      32                   agent
    32  000238      33                   const_int 100
    33  000240      34                   divide_int  last
    34  000248      40                 init pace
    35  000250      36                   const_float 1.0
    36  000258      37                   const_float 0.2
    37  000260      38                   rand
    38  000268      39                   multiply_float
    39  000270      40                   add_float  last
    40  000278      47                 init stride
    41  000280      42                   load_float pace
    42  000288      43                   const_float 0.7
    43  000290      44                   multiply_float
    44  000298      45                   load_int rank
    45  0002a0      46                   int_to_float
    46  0002a8      47                   add_float  last
    47  0002b0      51                 init home.x
    48  0002b8      49                   rand
    49  0002c0      50                   const_float 100.0
    50  0002c8      51                   multiply_float  last
    51  0002d0      53                 init goal.x
    52  0002d8      53                   load_float home.x  last
    53  0002e0      57                 init goal.y
    54  0002e8      55                   load_float goal.x
    55  0002f0      56                   const_float 10.0
    56  0002f8      57                   add_float  last
    57  000300      59                 init born
    58  000308      59                   time  last
