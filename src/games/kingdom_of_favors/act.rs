//! What a player may do, and what is to be decided.

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Draws a tile.
    Draw,
    /// Takes a chosen tile out of the bag.
    Choose(u8),
    /// The drawn tile takes the place of an altered one.
    Exchange(u8),
    /// Lays the drawn tile on a spot, turned by quarters.
    Lay(u16, u8),
    /// Lays the drawn tile on a spot, turned, where it fits only with favors on it or beside it; they come next.
    Fit(u16, u8),
    /// Puts the drawn tile aside: it fits nowhere.
    SetAside,
    /// Ends the turn, or takes nothing.
    End,
    /// Lays a favor on a tile (`NONE` is the drawn one), on a quadrant or spot, turned.
    Cover(u8, u8, u8, u8),
    /// Begins to use an action favor.
    Use(u8),
    /// Stops using an action favor.
    Stop,
    /// Picks a played tile.
    Tile(u8),
    /// Picks the last tile of an exchange; the picked ones are turned by these quarters.
    Put(u8, [u8; 3]),
    /// Moves the picked tile to a spot, turned by quarters.
    Move(u16, u8),
    /// Turns a played tile by quarters.
    Turn(u8, u8),
    /// Picks a played favor: tile and place, triangles 0 to 3, tokens 4 to 8.
    Favor(u8, u8),
    /// Exchanges the picked favor with another one; both may be turned.
    Swap(u8, u8, u8, u8),
    /// Returns the picked favor to its stack.
    Remove,
    /// Makes a used action usable again.
    Refresh(u8),
    /// Takes a favor.
    Take(u8),
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// How to draw.
    Draw,
    /// Which altered tile is replaced.
    Exchange,
    /// Where the tile goes, or which favors are used before that.
    Lay,
    /// Which favors are used after that.
    After,
    /// Which favor is laid together with others, so that the map is in order.
    Join,
    /// Which tiles an action affects.
    Pick,
    /// Where those tiles go.
    Put,
    /// Which favor is exchanged.
    Favor,
    /// Which favor it is exchanged with.
    Swap,
    /// Which character's favor is taken.
    Take,
    /// Nothing: the game is over.
    Over,
}
