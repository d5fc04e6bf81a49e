shape "list_init", version 4, 1552 bytes

specification
  items        94 (tree 14, init 80)
  nodes        1
  columns      37 number, 0 bool
  shared       4 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       0
  stacks       4 number, 2 bool
  shuffle      0
  draws        no
  hosts        0
  visits       1

keys (column, type, name)
      0  int    x
      1  enum 1  mode
     37  float[3]  base, shared
      2  int[1]  none
      4  int[6]  ints
     11  float[4]  floats
     16  bool[2]  bools
     19  vec2[4]  places
     28  vec3[1]  spots
     32  enum 1[3]  modes
     36  int    length

enums (number, words)
      1  idle, chase

items
 index  offset     end  node    can  operation
     0  000168      14  #0      SF-  condition                          list_init.json:14:8
     1  000170       2                   count none
     2  000178       3                   count ints
     3  000180       4                   add_int
     4  000188       5                   count floats
     5  000190       6                   add_int
     6  000198       7                   count bools
     7  0001a0       8                   add_int
     8  0001a8       9                   count spots
     9  0001b0      10                   add_int
    10  0001b8      11                   count modes
    11  0001c0      12                   add_int
    12  0001c8      13                   load_int length
    13  0001d0      14                   greater_int  last
    14  0001d8      16                 init x
    15  0001e0      16                   const_int 2  last
    16  0001e8      18                 init mode
    17  0001f0      18                   const_enum 'chase'  last
    18  0001f8      20                 init base
    19  000200      20                   const_float 0.0  last
    20  000208      22                 init base
    21  000210      22                   const_float 0.0  last
    22  000218      27                 init base
    23  000220      24                   const_int 1
    24  000228      25                   element_float base
    25  000230      26                   const_float 2.0
    26  000238      27                   multiply_float  last
    27  000240      29                 init ints
    28  000248      29                   const_int 0  last
    29  000250      31                 init ints
    30  000258      31                   load_int x  last
    31  000260      37                 init ints
    32  000268      33                   const_int 1
    33  000270      34                   element_int ints
    34  000278      35                   const_int 1
    35  000280      36                   element_int ints
    36  000288      37                   multiply_int  last
    37  000290      39                 init ints
    38  000298      39                   count ints  last
    39  0002a0      42                 init ints
    40  0002a8      41                   const_int 4
    41  0002b0      42                   find_int ints  last
    42  0002b8      44                 init ints
    43  0002c0      44                   const_int -7  last
    44  0002c8      46                 init floats
    45  0002d0      46                   const_float 16777216.0  last
    46  0002d8      48                 init floats
    47  0002e0      48                   const_float 1.0  last
    48  0002e8      51                 init floats
    49  0002f0      50                   const_int 2
    50  0002f8      51                   element_float base  last
    51  000300      53                 init floats
    52  000308      53                   rand  last
    53  000310      55                 init bools
    54  000318      55                   const_bool false  last
    55  000320      62                 init bools
    56  000328      57                   const_int 0
    57  000330      58                   element_bool bools
    58  000338      59                   load_int x
    59  000340      60                   const_int 1
    60  000348      61                   greater_int
    61  000350      62                   or  last
    62  000358      67                 init places
    63  000360      64                   const_float 1.0
    64  000368      65                   load_int x
    65  000370      66                   int_to_float
    66  000378      67                   vec2  last
    67  000380      71                 init places
    68  000388      69                   const_float 2.0
    69  000390      70                   const_float 3.0
    70  000398      71                   vec2  last
    71  0003a0      77                 init places
    72  0003a8      73                   const_int 0
    73  0003b0      74                   element_vec2 places
    74  0003b8      75                   const_int 1
    75  0003c0      76                   element_vec2 places
    76  0003c8      77                   add_vec2  last
    77  0003d0      81                 init places
    78  0003d8      79                   const_float 0.0
    79  0003e0      80                   const_float 0.0
    80  0003e8      81                   vec2  last
    81  0003f0      86                 init spots
    82  0003f8      83                   const_float 1.0
    83  000400      84                   const_float 2.0
    84  000408      85                   const_float 3.0
    85  000410      86                   vec3  last
    86  000418      88                 init modes
    87  000420      88                   const_enum 'chase'  last
    88  000428      90                 init modes
    89  000430      90                   load_enum mode  last
    90  000438      92                 init modes
    91  000440      92                   const_enum 'idle'  last
    92  000448      94                 init length
    93  000450      94                   count places  last
