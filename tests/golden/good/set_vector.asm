shape "set_vector", version 3, 1296 bytes

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
     0  000158      42  #0      S--  sequence                           set_vector.json:12:11
     1  000160       3  #1      S--  set here  "copy"                   set_vector.json:15:7
     2  000168       3                   load_vec3 goal  last
     3  000170       8  #2      S--  set goal                           set_vector.json:16:7
     4  000178       5                   load_float goal.z
     5  000180       6                   load_float goal.x
     6  000188       7                   load_float goal.y
     7  000190       8                   vec3  last
     8  000198      10  #3      S--  set goal                           set_vector.json:17:7
     9  0001a0      10                   shared_vec3 wind  last
    10  0001a8      19  #4      S--  set flat                           set_vector.json:18:7
    11  0001b0      12                   load_float flat.y
    12  0001b8      13                   load_float flat.x
    13  0001c0      14                   load_vec2 post
    14  0001c8      15                   length
    15  0001d0      16                   rand
    16  0001d8      17                   multiply_float
    17  0001e0      18                   add_float
    18  0001e8      19                   vec2  last
    19  0001f0      24  #5      S--  set post                           set_vector.json:19:7
    20  0001f8      21                   load_int steps
    21  000200      22                   int_to_float
    22  000208      23                   const_float 2.0
    23  000210      24                   vec2  last
    24  000218      26  #6      S--  set post                           set_vector.json:20:7
    25  000220      26                   load_vec2 post  last
    26  000228      31  #7      S--  set here                           set_vector.json:21:7
    27  000230      28                   load_float here.x
    28  000238      29                   shared_float wind.y
    29  000240      30                   load_float here.z
    30  000248      31                   vec3  last
    31  000250      36  #8      S--  set here                           set_vector.json:22:7
    32  000258      33                   load_float goal.x
    33  000260      34                   load_float goal.y
    34  000268      35                   shared_float wind.z
    35  000270      36                   vec3  last
    36  000278      40  #9      S--  set steps                          set_vector.json:23:7
    37  000280      38                   load_int steps
    38  000288      39                   const_int 1
    39  000290      40                   add_int  last
    40  000298      42  #10     S--  set here.z                         set_vector.json:24:7
    41  0002a0      42                   const_float 1.0  last
    42  0002a8      44                 init goal.x
    43  0002b0      44                   const_float 1.0  last
    44  0002b8      46                 init goal.y
    45  0002c0      46                   const_float 2.0  last
    46  0002c8      48                 init goal.z
    47  0002d0      48                   const_float 3.0  last
    48  0002d8      50                 init wind.x
    49  0002e0      50                   const_float 0.5  last
    50  0002e8      52                 init wind.z
    51  0002f0      52                   const_float 0.25  last
    52  0002f8      54                 init flat.x
    53  000300      54                   rand  last
    54  000308      56                 init flat.y
    55  000310      56                   const_float 4.0  last
