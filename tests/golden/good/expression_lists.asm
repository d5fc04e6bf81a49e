shape "expression_lists", version 4, 2776 bytes

specification
  items        188 (tree 188, init 0)
  nodes        12
  columns      47 number, 1 bool
  shared       42 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       6 number, 2 bool
  shuffle      0
  draws        no
  hosts        0
  visits       23

keys (column, type, name)
      0  int    x
      1  float  heat
     47  bool   open
      2  vec2   home
      4  enum 1  mode
      5  int[4]  ints
     10  float[4]  floats
     15  bool[4]  bools
     20  vec2[4]  places
     29  vec3[4]  spots
     42  enum 1[4]  modes
     48  int[4]  all_ints, shared
     53  float[4]  all_floats, shared
     58  bool[4]  all_bools, shared
     63  vec2[4]  all_places, shared
     72  vec3[4]  all_spots, shared
     85  enum 1[4]  all_modes, shared

enums (number, words)
      1  idle, chase

items
 index  offset     end  node    can  operation
     0  000168     188  #0      SF-  sequence                           expression_lists.json:15:8
     1  000170      20  #1      SF-  condition                          expression_lists.json:16:1
     2  000178       3                   const_int 0
     3  000180       4                   element_int ints
     4  000188       5                   const_int 1
     5  000190       6                   equal_int
     6  000198       7                   load_int x
     7  0001a0       8                   element_int ints
     8  0001a8       9                   const_int 2
     9  0001b0      10                   greater_int
    10  0001b8      11                   and
    11  0001c0      12                   const_int 0
    12  0001c8      13                   element_int ints
    13  0001d0      14                   const_int 1
    14  0001d8      15                   add_int
    15  0001e0      16                   element_int ints
    16  0001e8      17                   const_int -1
    17  0001f0      18                   element_int all_ints
    18  0001f8      19                   less_int
    19  000200      20                   and  last
    20  000208      36  #2      SF-  condition                          expression_lists.json:17:1
    21  000210      22                   const_int 0
    22  000218      23                   element_float floats
    23  000220      24                   const_float 2.0
    24  000228      25                   multiply_float
    25  000230      26                   load_int x
    26  000238      27                   element_float all_floats
    27  000240      28                   less_float
    28  000248      29                   const_int 1
    29  000250      30                   element_float floats
    30  000258      31                   negate_float
    31  000260      32                   const_int 1
    32  000268      33                   element_int ints
    33  000270      34                   int_to_float
    34  000278      35                   less_float
    35  000280      36                   and  last
    36  000288      45  #3      SF-  condition                          expression_lists.json:18:1
    37  000290      38                   const_int 0
    38  000298      39                   element_bool bools
    39  0002a0      40                   load_int x
    40  0002a8      41                   const_int 1
    41  0002b0      42                   add_int
    42  0002b8      43                   element_bool all_bools
    43  0002c0      44                   not
    44  0002c8      45                   and  last
    45  0002d0      74  #4      SF-  condition                          expression_lists.json:19:1
    46  0002d8      47                   const_int 0
    47  0002e0      48                   element_vec2 places
    48  0002e8      49                   x_vec2
    49  0002f0      50                   const_int 1
    50  0002f8      51                   element_vec2 all_places
    51  000300      52                   y_vec2
    52  000308      53                   less_float
    53  000310      54                   const_int 1
    54  000318      55                   element_vec2 places
    55  000320      56                   load_vec2 home
    56  000328      57                   subtract_vec2
    57  000330      58                   length
    58  000338      59                   const_int 2
    59  000340      60                   element_vec2 all_places
    60  000348      61                   const_int 3
    61  000350      62                   element_vec2 places
    62  000358      63                   distance
    63  000360      64                   less_float
    64  000368      65                   and
    65  000370      66                   const_int 1
    66  000378      67                   element_vec2 places
    67  000380      68                   x_vec2
    68  000388      69                   negate_float
    69  000390      70                   const_float 2.0
    70  000398      71                   multiply_float
    71  0003a0      72                   const_float 1.0
    72  0003a8      73                   greater_float
    73  0003b0      74                   and  last
    74  0003b8      88  #5      SF-  condition                          expression_lists.json:20:1
    75  0003c0      76                   load_int x
    76  0003c8      77                   element_vec3 spots
    77  0003d0      78                   z_vec3
    78  0003d8      79                   const_float 0.0
    79  0003e0      80                   greater_float
    80  0003e8      81                   const_int 0
    81  0003f0      82                   element_vec3 spots
    82  0003f8      83                   const_int 1
    83  000400      84                   element_vec3 all_spots
    84  000408      85                   dot_vec3
    85  000410      86                   const_float 1.0
    86  000418      87                   greater_float
    87  000420      88                   and  last
    88  000428     113  #6      SF-  condition                          expression_lists.json:21:1
    89  000430      90                   const_int 0
    90  000438      91                   element_enum modes
    91  000440      92                   const_enum 'idle'
    92  000448      93                   equal_enum
    93  000450      94                   const_int 1
    94  000458      95                   element_enum all_modes
    95  000460      96                   const_int 2
    96  000468      97                   element_enum modes
    97  000470      98                   equal_enum
    98  000478      99                   and
    99  000480     100                   load_bool open
   100  000488     101                   const_int 1
   101  000490     102                   element_enum modes
   102  000498     103                   const_enum 'chase'
   103  0004a0     104                   select_enum
   104  0004a8     105                   load_enum mode
   105  0004b0     106                   unequal_enum
   106  0004b8     107                   and
   107  0004c0     108                   const_int 0
   108  0004c8     109                   element_enum modes
   109  0004d0     110                   enum_to_int
   110  0004d8     111                   const_int 1
   111  0004e0     112                   equal_int
   112  0004e8     113                   and  last
   113  0004f0     127  #7      SF-  condition                          expression_lists.json:22:1
   114  0004f8     115                   count ints
   115  000500     116                   count all_ints
   116  000508     117                   add_int
   117  000510     118                   count places
   118  000518     119                   equal_int
   119  000520     120                   count spots
   120  000528     121                   count all_modes
   121  000530     122                   greater_int
   122  000538     123                   and
   123  000540     124                   count bools
   124  000548     125                   const_int 3
   125  000550     126                   less_int
   126  000558     127                   and  last
   127  000560     143  #8      SF-  condition                          expression_lists.json:23:1
   128  000568     129                   load_int x
   129  000570     130                   find_int ints
   130  000578     131                   const_int 0
   131  000580     132                   greater_equal_int
   132  000588     133                   load_float heat
   133  000590     134                   find_int_as_float ints
   134  000598     135                   const_float 1.5
   135  0005a0     136                   find_int_as_float ints
   136  0005a8     137                   less_int
   137  0005b0     138                   and
   138  0005b8     139                   const_int 3
   139  0005c0     140                   find_int all_ints
   140  0005c8     141                   const_int 1
   141  0005d0     142                   equal_int
   142  0005d8     143                   and  last
   143  0005e0     160  #9      SF-  condition                          expression_lists.json:24:1
   144  0005e8     145                   load_int x
   145  0005f0     146                   int_to_float
   146  0005f8     147                   find_float floats
   147  000600     148                   const_int 0
   148  000608     149                   greater_equal_int
   149  000610     150                   load_float heat
   150  000618     151                   find_float all_floats
   151  000620     152                   const_int 0
   152  000628     153                   less_int
   153  000630     154                   and
   154  000638     155                   const_int 1
   155  000640     156                   element_float floats
   156  000648     157                   find_float floats
   157  000650     158                   const_int 1
   158  000658     159                   equal_int
   159  000660     160                   and  last
   160  000668     170  #10     SF-  condition                          expression_lists.json:25:1
   161  000670     162                   load_bool open
   162  000678     163                   find_bool bools
   163  000680     164                   const_int 0
   164  000688     165                   greater_equal_int
   165  000690     166                   const_bool true
   166  000698     167                   find_bool all_bools
   167  0006a0     168                   const_int 0
   168  0006a8     169                   less_int
   169  0006b0     170                   and  last
   170  0006b8     188  #11     SF-  condition                          expression_lists.json:26:1
   171  0006c0     172                   const_enum 'chase'
   172  0006c8     173                   find_enum modes
   173  0006d0     174                   const_int 0
   174  0006d8     175                   greater_equal_int
   175  0006e0     176                   load_enum mode
   176  0006e8     177                   find_enum modes
   177  0006f0     178                   const_int 0
   178  0006f8     179                   less_int
   179  000700     180                   and
   180  000708     181                   load_bool open
   181  000710     182                   const_enum 'idle'
   182  000718     183                   const_enum 'chase'
   183  000720     184                   select_enum
   184  000728     185                   find_enum all_modes
   185  000730     186                   const_int 0
   186  000738     187                   equal_int
   187  000740     188                   and  last
