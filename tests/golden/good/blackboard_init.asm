shape "blackboard_init", version 4, 1264 bytes

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
     0  000168      22  #0      SF-  sequence                           blackboard_init.json:12:8
     1  000170       5  #1      SF-  condition                          blackboard_init.json:12:39
     2  000178       3                   load_bool seen
     3  000180       4                   load_bool brave
     4  000188       5                   and  last
     5  000190      18  #2      SF-  condition                          blackboard_init.json:12:55
     6  000198       7                   load_int rank
     7  0001a0       8                   int_to_float
     8  0001a8       9                   load_float pace
     9  0001b0      10                   add_float
    10  0001b8      11                   load_float stride
    11  0001c0      12                   add_float
    12  0001c8      13                   load_float born
    13  0001d0      14                   add_float
    14  0001d8      15                   load_float goal.y
    15  0001e0      16                   load_float home.x
    16  0001e8      17                   add_float
    17  0001f0      18                   greater_float  last
    18  0001f8      22  #3      S--  set empty                          blackboard_init.json:12:103
    19  000200      20                   load_int empty
    20  000208      21                   const_int 1
    21  000210      22                   add_int  last
    22  000218      24                 init seen
    23  000220      24                   const_bool true  last
    24  000228      30                 init brave
    25  000230      26                   agent
    26  000238      27                   const_int 2
    27  000240      28                   modulo_int
    28  000248      29                   const_int 0
    29  000250      30                   equal_int  last
    30  000258      34                 init rank
    31  000260      32                   agent
    32  000268      33                   const_int 100
    33  000270      34                   divide_int  last
    34  000278      40                 init pace
    35  000280      36                   const_float 1.0
    36  000288      37                   const_float 0.2
    37  000290      38                   rand
    38  000298      39                   multiply_float
    39  0002a0      40                   add_float  last
    40  0002a8      47                 init stride
    41  0002b0      42                   load_float pace
    42  0002b8      43                   const_float 0.7
    43  0002c0      44                   multiply_float
    44  0002c8      45                   load_int rank
    45  0002d0      46                   int_to_float
    46  0002d8      47                   add_float  last
    47  0002e0      51                 init home.x
    48  0002e8      49                   rand
    49  0002f0      50                   const_float 100.0
    50  0002f8      51                   multiply_float  last
    51  000300      53                 init goal.x
    52  000308      53                   load_float home.x  last
    53  000310      57                 init goal.y
    54  000318      55                   load_float goal.x
    55  000320      56                   const_float 10.0
    56  000328      57                   add_float  last
    57  000330      59                 init born
    58  000338      59                   time  last
