shape "list_values", version 4, 1960 bytes

specification
  items        90 (tree 88, init 2)
  nodes        17
  columns      29 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        2
  visits       9

keys (column, type, name)
      0  int[4]  ints
      5  float[4]  floats
     10  bool[4]  bools
     15  vec2[4]  places
     24  enum 1[4]  modes

enums (number, words)
      1  idle, chase

hosts
      0  immediate  go(to: vec2, mode: enum 1, n: int, say: text)
      1  immediate  learned(to: vec2, mode: enum 1, n: int, f: vec2)

items
 index  offset     end  node    can  operation
     0  000168      88  #0      SFR  sequence                           list_values.json:9:8
     1  000170      12  #1      SFR  switch first 5                     list_values.json:10:1
     2  000178       3                 case chase
     3  000180       4                   const_int 0
     4  000188       5                   element_enum modes  last
     5  000190       8  #2      SF-  condition                          list_values.json:10:51
     6  000198       7                   const_int 0
     7  0001a0       8                   element_bool bools  last
     8  0001a8      12  #3      S-R  wait long 0                        list_values.json:10:73
     9  0001b0       -                 duration in seconds, evaluated
    10  0001b8      11                   const_int 0
    11  0001c0      12                   element_float floats  last
    12  0001c8      28  #4      SFR  switch every tick, first 21        list_values.json:11:1
    13  0001d0      14                 case chase
    14  0001d8      15                 case idle
    15  0001e0      16                   const_int 0
    16  0001e8      17                   element_bool bools
    17  0001f0      18                   const_int 1
    18  0001f8      19                   element_enum modes
    19  000200      20                   const_enum 'idle'
    20  000208      21                   select_enum  last
    21  000210      24  #5      SF-  condition                          list_values.json:11:87
    22  000218      23                   const_int 0
    23  000220      24                   element_bool bools  last
    24  000228      28  #6      S-R  wait long 0                        list_values.json:11:105
    25  000230       -                 duration in ticks, evaluated
    26  000238      27                   const_int 0
    27  000240      28                   element_int ints  last
    28  000248      35  #7      SF-  switch first 32                    list_values.json:12:1
    29  000250      30                 case -1
    30  000258      31                   const_enum 'chase'
    31  000260      32                   find_enum modes  last
    32  000268      35  #8      SF-  condition                          list_values.json:12:60
    33  000270      34                   const_int 0
    34  000278      35                   element_bool bools  last
    35  000280      44  #9      SF-  utility first 40                   list_values.json:13:1
    36  000288      37                   const_int 0
    37  000290      38                   element_float floats  last
    38  000298      39                   count ints
    39  0002a0      40                   int_to_float  last
    40  0002a8      43  #10     SF-  condition                          list_values.json:13:68
    41  0002b0      42                   const_int 1
    42  0002b8      43                   element_bool bools  last
    43  0002c0      44  #11     S--  success                            list_values.json:13:79
    44  0002c8      62  #12     SF-  decide first 49                    list_values.json:14:1
    45  0002d0      46                   count bools
    46  0002d8      47                   const_int 1
    47  0002e0      48                   subtract_int
    48  0002e8      49                   element_bool bools  last
    49  0002f0      52  #13     SF-  push                               list_values.json:14:56
    50  0002f8       -                 list ints, capacity 4
    51  000300      52                   text 1 "b c"  last
    52  000308      62  #14     SF-  condition                          list_values.json:14:114
    53  000310      54                   const_int 0
    54  000318      55                   element_int ints
    55  000320      56                   text 0 "a"
    56  000328      57                   equal_int
    57  000330      58                   text 1 "b c"
    58  000338      59                   find_int ints
    59  000340      60                   const_int 0
    60  000348      61                   greater_int
    61  000350      62                   and  last
    62  000358      73  #15     SFR  action go                          list_values.json:15:1
    63  000360      66                 argument to
    64  000368      65                   const_int 0
    65  000370      66                   element_vec2 places  last
    66  000378      69                 argument mode
    67  000380      68                   const_int 0
    68  000388      69                   element_enum modes  last
    69  000390      71                 argument n
    70  000398      71                   count modes  last
    71  0003a0      73                 argument say
    72  0003a8      73                   text 2 "x"  last
    73  0003b0      88  #16     SFR  action learned                     list_values.json:16:1
    74  0003b8      77                 argument to
    75  0003c0      76                   const_int 1
    76  0003c8      77                   element_vec2 places  last
    77  0003d0      80                 argument mode
    78  0003d8      79                   const_int 2
    79  0003e0      80                   element_enum modes  last
    80  0003e8      83                 argument n
    81  0003f0      82                   const_int 0
    82  0003f8      83                   element_int ints  last
    83  000400      88                 argument f
    84  000408      85                   const_int 0
    85  000410      86                   element_float floats
    86  000418      87                   const_float 1.0
    87  000420      88                   vec2  last
    88  000428      90                 init ints
    89  000430      90                   text 0 "a"  last
