shape "push", version 4, 1520 bytes

specification
  items        58 (tree 58, init 0)
  nodes        12
  columns      825 number, 0 bool
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
  visits       39

keys (column, type, name)
      0  int    x
      1  float  heat
      2  vec2   home
      4  enum 1  mode
      5  int[16]  ints
     22  float[17]  floats
     40  bool[1]  bools
     42  vec2[4]  places
     51  vec3[256]  spots
    820  enum 1[4]  modes

enums (number, words)
      1  idle, chase

items
 index  offset     end  node    can  operation
     0  000168      58  #0      SF-  sequence                           push.json:9:8
     1  000170       4  #1      SF-  push                               push.json:10:1
     2  000178       -                 list ints, capacity 16
     3  000180       4                   const_int 3  last
     4  000188      11  #2      SF-  push                               push.json:11:1
     5  000190       -                 list ints, capacity 16
     6  000198       7                   const_int 0  last
     7  0001a0       8                   load_int x
     8  0001a8       9                   const_int 0
     9  0001b0      10                   element_int ints
    10  0001b8      11                   add_int  last
    11  0001c0      18  #3      SF-  push                               push.json:12:1
    12  0001c8       -                 list floats, capacity 17
    13  0001d0      14                   count floats
    14  0001d8      15                   const_int 1
    15  0001e0      16                   subtract_int  last
    16  0001e8      17                   load_int x
    17  0001f0      18                   int_to_float  last
    18  0001f8      21  #4      SF-  push                               push.json:13:1
    19  000200       -                 list floats, capacity 17
    20  000208      21                   const_float 2.5  last
    21  000210      24  #5      SF-  push                               push.json:14:1
    22  000218       -                 list bools, capacity 1
    23  000220      24                   const_bool true  last
    24  000228      30  #6      SF-  push                               push.json:15:1
    25  000230       -                 list bools, capacity 1
    26  000238      27                   load_int x  last
    27  000240      28                   load_float heat
    28  000248      29                   const_float 1.0
    29  000250      30                   greater_float  last
    30  000258      33  #7      SF-  push                               push.json:16:1
    31  000260       -                 list places, capacity 4
    32  000268      33                   load_vec2 home  last
    33  000270      39  #8      SF-  push                               push.json:17:1
    34  000278       -                 list places, capacity 4
    35  000280      36                   load_int x
    36  000288      37                   int_to_float
    37  000290      38                   const_float 2.0
    38  000298      39                   vec2  last
    39  0002a0      46  #9      SF-  push                               push.json:18:1
    40  0002a8       -                 list spots, capacity 256
    41  0002b0      42                   const_int 1  last
    42  0002b8      43                   const_float 1.0
    43  0002c0      44                   const_float 2.0
    44  0002c8      45                   const_float 3.0
    45  0002d0      46                   vec3  last
    46  0002d8      49  #10     SF-  push                               push.json:19:1
    47  0002e0       -                 list modes, capacity 4
    48  0002e8      49                   const_enum 'chase'  last
    49  0002f0      58  #11     SF-  push                               push.json:20:1
    50  0002f8       -                 list modes, capacity 4
    51  000300      52                   const_int 0
    52  000308      53                   element_enum modes
    53  000310      54                   const_enum 'idle'
    54  000318      55                   equal_enum
    55  000320      56                   const_enum 'chase'
    56  000328      57                   load_enum mode
    57  000330      58                   select_enum  last
