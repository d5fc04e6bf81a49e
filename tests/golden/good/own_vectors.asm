shape "own_vectors", version 2, 912 bytes

specification
  items        28 (tree 18, init 10)
  nodes        6
  columns      10 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 0 bool
  shuffle      0
  draws        yes
  hosts        0
  visits       5

keys (column, type, name)
      0  vec2   home
      2  vec3   p
      5  vec2   move/mine
      7  vec3   move/other

items
 index  offset     end  node    can  operation
     0  000158      18  #0      S--  sequence                           own_vectors.json:9:15
     1  000160       4  #1      S--  set move/mine                      own_vectors.json:10:9
     2  000168       3                   load_float home.x  last
     3  000170       4                   load_float home.y  last
     4  000178       7  #2      S--  set home                           own_vectors.json:10:54
     5  000180       6                   load_float move/mine.y  last
     6  000188       7                   load_float home.x  last
     7  000190      11  #3      S--  set p                              own_vectors.json:11:9
     8  000198       9                   load_float home.x  last
     9  0001a0      10                   load_float move/mine.x  last
    10  0001a8      11                   rand  last
    11  0001b0      15  #4      S--  set move/other                     own_vectors.json:11:77
    12  0001b8      13                   load_float p.x  last
    13  0001c0      14                   load_float p.y  last
    14  0001c8      15                   load_float p.z  last
    15  0001d0      18  #5      S--  set move/mine                      own_vectors.json:12:9
    16  0001d8      17                   load_float move/other.z  last
    17  0001e0      18                   dot_vec3 p, move/other  last
    18  0001e8      20                 init home.x
    19  0001f0      20                   const_float 1.0  last
    20  0001f8      22                 init home.y
    21  000200      22                   const_float 2.0  last
    22  000208      24                 init move/other.x
    23  000210      24                   load_float home.x  last
    24  000218      26                 init move/other.y
    25  000220      26                   load_float p.z  last
    26  000228      28                 init move/other.z
    27  000230      28                   const_float 1.0  last
