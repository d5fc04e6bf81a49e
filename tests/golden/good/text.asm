shape "text", version 4, 1512 bytes

specification
  items        54 (tree 50, init 4)
  nodes        10
  columns      1 number, 1 bool
  shared       1 number, 0 bool
  live         1 of 5 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        4
  visits       8

keys (column, type, name)
      0  int    title
      2  int    banner, shared, host
      1  bool   is_duke

hosts
      0  immediate  say(line: text, to: int)
      1  predicate  knows(word: text)
      2  deferred   sing(song: text, mood: int)
      3  immediate  shout(what: int)

items
 index  offset     end  node    can  operation
     0  000168      50  #0      SFR  sequence                           text.json:14:11
     1  000170       6  #1      SFR  action say                         text.json:15:5
     2  000178       4                 argument line
     3  000180       4                   text 5 "it's 'Duke' or \"none\""  last
     4  000188       6                 argument to
     5  000190       6                   const_int 3  last
     6  000198      11  #2      SFR  action say                         text.json:16:5
     7  0001a0       9                 argument line
     8  0001a8       9                   text 1 "Duke"  last
     9  0001b0      11                 argument to
    10  0001b8      11                   text 1 "Duke"  last
    11  0001c0      16  #3      SFR  action say                         text.json:17:5
    12  0001c8      14                 argument to
    13  0001d0      14                   const_int 1  last
    14  0001d8      16                 argument line
    15  0001e0      16                   text 0 ""  last
    16  0001e8      21  #4      S--  set title                          text.json:18:5
    17  0001f0      18                   load_bool is_duke
    18  0001f8      19                   text 1 "Duke"
    19  000200      20                   text 4 "héros\t1\ "
    20  000208      21                   select_int  last
    21  000210      29  #5      S--  set is_duke                        text.json:19:5
    22  000218      23                   load_int title
    23  000220      24                   text 1 "Duke"
    24  000228      25                   equal_int
    25  000230      26                   load_int title
    26  000238      27                   text 3 "a \"b\" \ c"
    27  000240      28                   unequal_int
    28  000248      29                   or  last
    29  000250      39  #6      SFR  decide first 33                    text.json:20:5
    30  000258      33                   call knows  last
    31  000260      33                 argument word
    32  000268      33                   text 1 "Duke"  last
    33  000270      39  #7      SFR  deferred sing                      text.json:20:78
    34  000278       -                 resource none
    35  000280      37                 argument mood
    36  000288      37                   load_int title  last
    37  000290      39                 argument song
    38  000298      39                   text 6 "la \"la\"\n"  last
    39  0002a0      47  #8      SF-  condition                          text.json:21:5
    40  0002a8      41                   text 7 "same"
    41  0002b0      42                   text 7 "same"
    42  0002b8      43                   equal_int
    43  0002c0      44                   text 8 "x"
    44  0002c8      45                   load_int title
    45  0002d0      46                   equal_int
    46  0002d8      47                   and  last
    47  0002e0      50  #9      SFR  action shout                       text.json:22:5
    48  0002e8      50                 argument what
    49  0002f0      50                   text 1 "Duke"  last
    50  0002f8      52                 init title
    51  000300      52                   text 1 "Duke"  last
    52  000308      54                 init banner
    53  000310      54                   text 2 "Welcome"  last
