"""All states of xorshift32 (Marsaglia, "Xorshift RNGs", 2003; shifts 13, 17, 5) at once, as src/trace/launch-bytes-random.ts steps
through them. A step is linear over bits, and so are many: a list of 32 columns says where they take each bit."""

BITS = 32
MASK = 2**BITS - 1


def step(state):
    state ^= state << 13 & MASK
    state ^= state >> 17
    return state ^ state << 5 & MASK


def after_steps(states, columns):
    """The states that lie behind `states`, an integer or an array of 64-bit integers, by the steps that `columns` stand for."""
    ahead = states & 0
    for bit, column in enumerate(columns):
        ahead = ahead ^ (states >> bit & 1) * column
    return ahead


def fill(states, seed):
    """Element i of the array becomes the state after i + 1 steps from `seed`: what is there gives as much again."""
    states[0] = step(seed)
    columns = [step(1 << bit) for bit in range(BITS)]
    known = 1
    while known < len(states):
        more = min(known, len(states) - known)
        states[known:known + more] = after_steps(states[:more], columns)
        columns = [after_steps(column, columns) for column in columns]
        known += more
