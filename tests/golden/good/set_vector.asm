shape "set_vector", version 4, 1336 bytes

specification
  items        56 (tree 42, init 14)
  nodes        11
  columns      11 number, 0 bool
  shared       3 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       4 number, 0 bool
  shuffle      0
  draws        yes
  hosts        0
  visits       10

keys (column, type, name)
      0  vec3   here
      3  vec3   goal
     11  vec3   wind, shared
      6  vec2   flat
      8  vec2   post
     10  int    steps

items
 index  offset     end  node    can  operation
     0  000168      42  #0      S--  sequence                           set_vector.json:12:11
     1  000170       3  #1      S--  set here  "copy"                   set_vector.json:15:7
     2  000178       3                   load_vec3 goal  last
     3  000180       8  #2      S--  set goal                           set_vector.json:16:7
     4  000188       5                   load_float goal.z
     5  000190       6                   load_float goal.x
     6  000198       7                   load_float goal.y
     7  0001a0       8                   vec3  last
     8  0001a8      10  #3      S--  set goal                           set_vector.json:17:7
     9  0001b0      10                   shared_vec3 wind  last
    10  0001b8      19  #4      S--  set flat                           set_vector.json:18:7
    11  0001c0      12                   load_float flat.y
    12  0001c8      13                   load_float flat.x
    13  0001d0      14                   load_vec2 post
    14  0001d8      15                   length
    15  0001e0      16                   rand
    16  0001e8      17                   multiply_float
    17  0001f0      18                   add_float
    18  0001f8      19                   vec2  last
    19  000200      24  #5      S--  set post                           set_vector.json:19:7
    20  000208      21                   load_int steps
    21  000210      22                   int_to_float
    22  000218      23                   const_float 2.0
    23  000220      24                   vec2  last
    24  000228      26  #6      S--  set post                           set_vector.json:20:7
    25  000230      26                   load_vec2 post  last
    26  000238      31  #7      S--  set here                           set_vector.json:21:7
    27  000240      28                   load_float here.x
    28  000248      29                   shared_float wind.y
    29  000250      30                   load_float here.z
    30  000258      31                   vec3  last
    31  000260      36  #8      S--  set here                           set_vector.json:22:7
    32  000268      33                   load_float goal.x
    33  000270      34                   load_float goal.y
    34  000278      35                   shared_float wind.z
    35  000280      36                   vec3  last
    36  000288      40  #9      S--  set steps                          set_vector.json:23:7
    37  000290      38                   load_int steps
    38  000298      39                   const_int 1
    39  0002a0      40                   add_int  last
    40  0002a8      42  #10     S--  set here.z                         set_vector.json:24:7
    41  0002b0      42                   const_float 1.0  last
    42  0002b8      44                 init goal.x
    43  0002c0      44                   const_float 1.0  last
    44  0002c8      46                 init goal.y
    45  0002d0      46                   const_float 2.0  last
    46  0002d8      48                 init goal.z
    47  0002e0      48                   const_float 3.0  last
    48  0002e8      50                 init wind.x
    49  0002f0      50                   const_float 0.5  last
    50  0002f8      52                 init wind.z
    51  000300      52                   const_float 0.25  last
    52  000308      54                 init flat.x
    53  000310      54                   rand  last
    54  000318      56                 init flat.y
    55  000320      56                   const_float 4.0  last
