shape "set_list", version 4, 1600 bytes

specification
  items        75 (tree 71, init 4)
  nodes        12
  columns      37 number, 0 bool
  shared       17 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       13

keys (column, type, name)
      0  int    x
      1  vec2   home
      3  int[16]  ints
     20  int[2]  small
     23  bool[2]  bools
     26  vec2[3]  places
     33  enum 1[3]  modes
     37  int[16]  plan, shared

enums (number, words)
      1  idle, chase

items
 index  offset     end  node    can  operation
     0  000168      71  #0      SF-  sequence                           set_list.json:9:8
     1  000170       5  #1      SF-  set                                set_list.json:10:1
     2  000178       -                 list ints, capacity 16
     3  000180       4                   const_int 0  last
     4  000188       5                   load_int x  last
     5  000190      12  #2      SF-  set                                set_list.json:11:1
     6  000198       -                 list ints, capacity 16
     7  0001a0       8                   load_int x  last
     8  0001a8       9                   load_int x
     9  0001b0      10                   element_int ints
    10  0001b8      11                   const_int 1
    11  0001c0      12                   add_int  last
    12  0001c8      22  #3      SF-  set                                set_list.json:12:1
    13  0001d0       -                 list places, capacity 3
    14  0001d8      15                   count places
    15  0001e0      16                   const_int 1
    16  0001e8      17                   subtract_int  last
    17  0001f0      18                   const_int 0
    18  0001f8      19                   element_vec2 places
    19  000200      20                   y_vec2
    20  000208      21                   const_float 0.0
    21  000210      22                   vec2  last
    22  000218      26  #4      SF-  set                                set_list.json:13:1
    23  000220       -                 list modes, capacity 3
    24  000228      25                   const_int 1  last
    25  000230      26                   const_enum 'chase'  last
    26  000238      28  #5      S--  set                                set_list.json:14:1
    27  000240       -                 list ints, capacity 16, key plan
    28  000248      30  #6      S--  set                                set_list.json:15:1
    29  000250       -                 list ints, capacity 16, key small
    30  000258      32  #7      S--  set                                set_list.json:16:1
    31  000260       -                 list ints, capacity 16
    32  000268      50  #8      S--  set                                set_list.json:17:1
    33  000270       -                 list ints, capacity 16
    34  000278      35                   const_int 1  last
    35  000280      36                   const_int 2  last
    36  000288      37                   const_int 3  last
    37  000290      38                   const_int 4  last
    38  000298      39                   const_int 5  last
    39  0002a0      40                   const_int 6  last
    40  0002a8      41                   const_int 7  last
    41  0002b0      42                   const_int 8  last
    42  0002b8      43                   const_int 9  last
    43  0002c0      44                   const_int 10  last
    44  0002c8      45                   const_int 11  last
    45  0002d0      46                   const_int 12  last
    46  0002d8      47                   const_int 13  last
    47  0002e0      48                   const_int 14  last
    48  0002e8      49                   const_int 15  last
    49  0002f0      50                   load_int x  last
    50  0002f8      56  #9      S--  set                                set_list.json:18:1
    51  000300       -                 list bools, capacity 2
    52  000308      53                   const_bool true  last
    53  000310      54                   load_int x
    54  000318      55                   const_int 1
    55  000320      56                   greater_int  last
    56  000328      66  #10     S--  set                                set_list.json:19:1
    57  000330       -                 list places, capacity 3
    58  000338      59                   load_vec2 home  last
    59  000340      60                   const_float 1.0
    60  000348      61                   const_float 2.0
    61  000350      62                   vec2  last
    62  000358      63                   const_int 0
    63  000360      64                   element_vec2 places
    64  000368      65                   const_float 2.0
    65  000370      66                   scale_vec2  last
    66  000378      71  #11     S--  set                                set_list.json:20:1
    67  000380       -                 list modes, capacity 3
    68  000388      69                   const_enum 'idle'  last
    69  000390      70                   const_int 0
    70  000398      71                   element_enum modes  last
    71  0003a0      73                 init plan
    72  0003a8      73                   const_int 1  last
    73  0003b0      75                 init plan
    74  0003b8      75                   const_int 2  last
