shape "pop", version 4, 1392 bytes

specification
  items        43 (tree 24, init 19)
  nodes        10
  columns      96 number, 1 bool
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
  visits       22

keys (column, type, name)
      0  int    x
      1  float  heat
     96  bool   open
      2  vec2   home
      4  vec3   spot
      7  enum 1  mode
      8  int[16]  ints
     25  float[40]  floats
     66  bool[2]  bools
     69  vec2[4]  places
     78  vec3[4]  spots
     91  enum 1[4]  modes

enums (number, words)
      1  idle, chase

items
 index  offset     end  node    can  operation
     0  000168      24  #0      SF-  sequence                           pop.json:9:8
     1  000170       3  #1      SF-  pop                                pop.json:10:1
     2  000178       -                 list ints, capacity 16
     3  000180       5  #2      SF-  pop                                pop.json:11:1
     4  000188       -                 list ints, capacity 16, key x
     5  000190       8  #3      SF-  pop                                pop.json:12:1
     6  000198       -                 list ints, capacity 16, key x
     7  0001a0       8                   const_int 1  last
     8  0001a8      13  #4      SF-  pop                                pop.json:13:1
     9  0001b0       -                 list floats, capacity 40, key heat
    10  0001b8      11                   count floats
    11  0001c0      12                   const_int 1
    12  0001c8      13                   subtract_int  last
    13  0001d0      15  #5      SF-  pop                                pop.json:14:1
    14  0001d8       -                 list floats, capacity 40, key home.y
    15  0001e0      17  #6      SF-  pop                                pop.json:15:1
    16  0001e8       -                 list bools, capacity 2, key open
    17  0001f0      19  #7      SF-  pop                                pop.json:16:1
    18  0001f8       -                 list places, capacity 4, key home
    19  000200      22  #8      SF-  pop                                pop.json:17:1
    20  000208       -                 list spots, capacity 4, key spot
    21  000210      22                   load_int x  last
    22  000218      24  #9      SF-  pop                                pop.json:18:1
    23  000220       -                 list modes, capacity 4, key mode
    24  000228      26                 init ints
    25  000230      26                   const_int 1  last
    26  000238      28                 init ints
    27  000240      28                   const_int 2  last
    28  000248      30                 init ints
    29  000250      30                   const_int 3  last
    30  000258      32                 init floats
    31  000260      32                   const_float 0.5  last
    32  000268      34                 init bools
    33  000270      34                   const_bool true  last
    34  000278      36                 init places
    35  000280      36                   load_vec2 home  last
    36  000288      41                 init spots
    37  000290      38                   const_float 1.0
    38  000298      39                   const_float 2.0
    39  0002a0      40                   const_float 3.0
    40  0002a8      41                   vec3  last
    41  0002b0      43                 init modes
    42  0002b8      43                   const_enum 'chase'  last
