"""What each kernel's problem is for PyTorch: inputs as tensors, baselines, and what answer is right. A problem's parameters are those
of the kernel (src/kernels/<id>/params.ts)."""
import os
import sys

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.flex_attention import create_block_mask, flex_attention
from torch.nn.functional import scaled_dot_product_attention

import copy_kernel
import cub
import versions
from contenders import Baseline

# As wide as an element that is only moved.
WORDS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def compiled(function, **options):
    """By Inductor, for exactly these shapes."""
    torch.compiler.reset()
    return torch.compile(function, dynamic=False, options=options)


def count_wrong(is_wrong):
    """How many, and the first of them."""
    count = int(is_wrong.sum())
    return count, int(is_wrong.flatten().to(torch.uint8).argmax()) if count > 0 else 0


class Gemm:
    """C = A B: A is M x K row by row, B is K x N column by column. C is of the same elements; of e4m3 it is of bf16."""

    # Products that tensor cores add at once, of 8 bits.
    STEP = 32

    def __init__(self, params, specs):
        self.m, self.n, self.k = (params[name] for name in "mnk")
        self.element = ELEMENTS[params.get("elementType", "bf16")]
        self.has_bytes = self.element == torch.float8_e4m3fn
        self.dtype = torch.bfloat16 if self.has_bytes else self.element
        self.is_tuned = "eachWaits" not in params
        self.specs, self.judged = specs, None

    def inputs(self, workspace):
        a, b = (workspace[name].view(self.element) for name in "ab")
        return a.view(self.m, self.k), b.view(self.n, self.k)

    def baselines(self):
        make = lambda name, title, used, compute: Baseline(name, title, used, self.specs, self.inputs, compute)
        if self.has_bytes:
            titles = {"cublas": (True, "cuBLAS (torch._scaled_mm, fast accumulation)"), "cublas-f32": (False, "cuBLAS (torch._scaled_mm)")}
            return [make(name, title, versions.of("torch", "cublas"), self.scaled(is_fast)) for name, (is_fast, title) in titles.items()]
        product = lambda a, b: torch.matmul(a, b.t())
        tuned = compiled(lambda a, b: torch.matmul(a, b.t()), max_autotune=True, max_autotune_gemm_backends="TRITON")
        baselines = [make("cublas", "cuBLAS (torch.matmul)", versions.of("torch", "cublas"), product),
                     make("inductor-triton", "Inductor Triton (max-autotune)", versions.of("torch", "triton"), tuned)]
        # Inductor tunes for half a minute and more.
        return baselines if self.is_tuned else baselines[:1]

    def scaled(self, is_fast):
        """`is_fast`: sums stay as the tensor cores make them, of 14 digits, as ours do; else they are added up in f32 now and then."""
        one = torch.ones((), device="cuda")
        return lambda a, b: torch._scaled_mm(a, b.t(), scale_a=one, scale_b=one, out_dtype=self.dtype, use_fast_accum=is_fast)

    def check(self, contender, workspace, answer):
        """Sums in doubles; what rounding (2^-8 of a number in bf16, 2^-11 in fp16) and sums in f32 (2^-20 of all magnitudes), or of
        14 digits, may differ by. Of integers, whose sums are exact, nothing."""
        if self.judged is None:
            a, b = (operand.double() for operand in self.inputs(workspace))
            expected = a @ b.t()
            lost = self.lost_of_bytes(a, b) if self.has_bytes else (a.abs() @ b.abs().t()) * 2**-20
            self.judged = expected, expected.abs() * LOSS[self.dtype] + lost
            if bool((a == a.round()).all() and (b == b.round()).all()):
                self.judged = expected.to(self.dtype).double(), 0
        expected, bound = self.judged
        found = answer.view(self.dtype).view(self.m, self.n).double()
        return count_wrong(~((found - expected).abs() <= bound))

    def lost_of_bytes(self, a, b):
        """The bound of src/kernels/gemm/sums.ts, with what a step's largest product can be in place of what it is."""
        zeros = lambda: torch.zeros(self.m, self.n, dtype=torch.float64, device=a.device)
        sums, of_sums, squares = zeros(), zeros(), zeros()
        for first in range(0, self.k, self.STEP):
            left, right = (operand[:, first:first + self.STEP] for operand in (a, b))
            product = torch.outer(left.abs().amax(1), right.abs().amax(1))
            squares.addcmul_(*(2 * [torch.maximum(sums.abs(), product)]), value=left.shape[1])
            sums.addmm_(left, right.t())
            of_sums += product + sums.abs()
        return (of_sums + 8 * squares.sqrt()) * (2**-13 * (1 + 2**-4))


class Permutation:
    """Dimension i of the output is dimension order[i] of the input; elements are moved as they are. All contenders write into the
    output of their launch, which is the same memory for all."""

    COPIES = ("device-copy", "kernel-copy")

    def __init__(self, shape, order, element_bytes, specs):
        self.shape, self.order, self.element_bytes, self.specs = shape, order, element_bytes, specs
        self.expected = None

    def source(self, workspace):
        """Elements of 16 bytes are pairs of words: one more dimension, which stays where it is."""
        words = workspace["in"].view(WORDS[min(self.element_bytes, 8)])
        return words.view(*self.shape, *([2] if self.element_bytes == 16 else []))

    def operands(self, workspace):
        source = self.source(workspace)
        return source, workspace["out"].view(source.dtype).view(self.permuted(source).shape)

    def flat_operands(self, workspace):
        return workspace["in"], workspace["out"]

    def permuted(self, x):
        return x.permute(*self.order, *range(len(self.order), x.dim()))

    def permute_into(self, x, out):
        return out.copy_(self.permuted(x))

    def baselines(self):
        make = lambda name, title, used, *more, **options: Baseline(name, title, used, self.specs, *more, outputs=("out",), **options)
        return [make("permute-contiguous", "permute, eager", versions.of("torch"), self.operands, self.permute_into),
                make("inductor-permute", "permute, torch.compile", versions.of("torch", "triton"), self.operands,
                     compiled(self.permute_into)),
                # In a graph, copies of some sizes take 1.7 times as long.
                make("device-copy", "cudaMemcpyAsync, nothing permuted", versions.of("torch"), self.flat_operands,
                     lambda x, out: out.copy_(x), is_graphed=False),
                make("kernel-copy", "copy by a kernel, nothing permuted", versions.of("nvcc"), self.flat_operands, copy_kernel.copy)]

    def check(self, contender, workspace, answer):
        """Against the CPU, which permutes by other code, once for all contenders; in the order of the addresses: a view would be no
        answer. A copy is right as a copy."""
        if not answer.is_contiguous():
            return answer.numel(), 0
        source = self.source(workspace)
        if self.expected is None:
            self.expected = self.permuted(source.cpu()).contiguous().to(answer.device)
        expected = source if contender.name in self.COPIES else self.expected
        return count_wrong(answer.flatten().view(expected.dtype) != expected.flatten())


def transpose(params, specs):
    return Permutation([params["rows"], params["columns"]], [1, 0], params["elementBytes"], specs)


def permute(params, specs):
    shape, order = ([int(part) for part in params[name].split(",")] for name in ("shape", "perm"))
    return Permutation(shape, order, params["elementBytes"], specs)


class Words:
    """Problems over an array of 32-bit integers, whose sums count modulo 2^32."""

    def __init__(self, specs):
        self.specs = specs

    def inputs(self, workspace):
        return (workspace["in"],)

    def by_cub(self, name, title, function, outputs, *more):
        return Baseline(name, title, versions.of("cub"), self.specs, self.inputs, cub.compute(function, outputs, *more))


class Reduction(Words):
    """One sum by CUB; of ours a partial sum of each CTA."""

    def __init__(self, params, specs):
        super().__init__(specs)

    def baselines(self):
        return [self.by_cub("cub-reduce-sum", "cub::DeviceReduce::Sum", "reduceSum", lambda values: 1)]

    def check(self, contender, workspace, answer):
        wrong = int(answer.sum()) - int(workspace["in"].sum()) & 2**32 - 1
        return (1, 0) if wrong else (0, 0)


class Scan(Words):
    """Exclusive, of the whole array."""

    def __init__(self, params, specs):
        super().__init__(specs)
        self.expected = None

    def baselines(self):
        copy = Baseline("device-copy", "device copy, nothing summed", versions.of("torch"), self.specs, self.inputs, torch.clone)
        return [self.by_cub("cub-scan-exclusive", "cub::DeviceScan::ExclusiveSum", "scanExclusive", lambda values: values.numel()), copy]

    def check(self, contender, workspace, answer):
        """A copy is right as a copy."""
        values = workspace["in"]
        if self.expected is None:
            self.expected = values.cumsum(0, dtype=values.dtype).sub_(values)
        return count_wrong(answer.flatten() != (values if contender.name == "device-copy" else self.expected))


class Histogram(Words):
    def __init__(self, params, specs):
        super().__init__(specs)
        self.bins = params["bins"]

    def baselines(self):
        return [self.by_cub("cub-histogram", "cub::DeviceHistogram::HistogramEven", "histogram", lambda values: self.bins, self.bins)]

    def check(self, contender, workspace, answer):
        expected = torch.bincount(workspace["in"], minlength=self.bins)
        return count_wrong(answer.flatten()[:self.bins].long() != expected)


BACKENDS = {"flash": SDPBackend.FLASH_ATTENTION, "cudnn": SDPBackend.CUDNN_ATTENTION,
            "efficient": SDPBackend.EFFICIENT_ATTENTION, "math": SDPBackend.MATH}


class Attention:
    """softmax(scale Q K^T) V for each head. `scale` is no parameter of the kernel: its inputs decide it."""

    # Columns of all heads of a batch together, as FlashAttention measures.
    COLUMNS = 2048

    def __init__(self, params, specs, scale):
        assert params["group"] == 1 and params["queries"] == params["keys"]
        self.length, self.head_dim, self.heads = params["queries"], params["headDim"], params["kvHeads"]
        self.is_causal, self.scale, self.specs = params["causal"] == "causal", scale, specs
        self.element = ELEMENTS[params["elementType"]]
        # PyTorch has no attention of 8-bit floats: its backends get the same numbers as bf16.
        self.dtype = torch.bfloat16 if self.element == torch.float8_e4m3fn else self.element
        self.expected = None

    def inputs(self, workspace):
        """Batches, heads of a batch, rows, columns."""
        heads = min(self.heads, self.COLUMNS // self.head_dim)
        shape = (self.heads // heads, heads, self.length, self.head_dim)
        return tuple(workspace[name].view(self.element).view(shape).to(self.dtype) for name in "qkv")

    def baselines(self):
        make = lambda name, title, used, compute: Baseline(name, title, versions.of("torch", *used), self.specs, self.inputs, compute)
        rivals = [make(f"sdpa-{name}", f"scaled_dot_product_attention, {name}", USED.get(name, []), self.by(backend))
                  for name, backend in BACKENDS.items()]
        return [*rivals, make("flex", "FlexAttention, torch.compile", ["triton"], self.flex()), *self.flash_attention_3()]

    def by(self, backend):
        def compute(q, k, v):
            with sdpa_kernel(backend):
                return scaled_dot_product_attention(q, k, v, is_causal=self.is_causal, scale=self.scale)

        return compute

    def flex(self):
        sees = lambda batch, head, query, key: query >= key
        mask = create_block_mask(sees, None, None, self.length, self.length) if self.is_causal else None
        return compiled(lambda q, k, v: flex_attention(q, k, v, scale=self.scale, block_mask=mask))

    def flash_attention_3(self):
        """From a checkout that somebody has built: FLASH_ATTENTION_3 is the path of its folder `hopper`."""
        folder = os.environ.get("FLASH_ATTENTION_3")
        if folder is None:
            return []
        sys.path.insert(0, folder)
        from flash_attn_interface import flash_attn_func

        def compute(*operands):
            answer = flash_attn_func(*(each.transpose(1, 2) for each in operands), softmax_scale=self.scale, causal=self.is_causal)
            return (answer[0] if isinstance(answer, tuple) else answer).transpose(1, 2)

        return [Baseline("flash-attention-3", "FlashAttention-3", versions.of("torch"), self.specs, self.inputs, compute)]

    def check(self, contender, workspace, answer):
        """In doubles; what rounding weights and the answer may differ by (2^-8 each in bf16, 2^-11 in f16). Weights of 8 bits lose 2^-4,
        and their scores are sums of 13 bits behind the point (docs/evidence.md)."""
        if self.expected is None:
            flat = (operand.flatten(0, 1) for operand in self.inputs(workspace))
            self.expected, self.bound = (torch.stack(parts) for parts in zip(*(self.head(*each) for each in zip(*flat))))
        found = answer.view(self.dtype).reshape(self.expected.shape).double()
        return count_wrong(~((found - self.expected).abs() <= self.bound))

    def head(self, q, k, v):
        q, k, v = q.double(), k.double(), v.double()
        scores = q @ k.t() * self.scale
        if self.is_causal:
            scores.masked_fill_(torch.ones_like(scores, dtype=torch.bool).triu_(1), float("-inf"))
        weights = scores.softmax(-1)
        expected = weights @ v
        return expected, expected.abs() * LOSS[self.dtype] + weights @ v.abs() * LOSS[self.element]


ELEMENTS = {"bf16": torch.bfloat16, "f16": torch.float16, "e4m3": torch.float8_e4m3fn}
LOSS = {torch.bfloat16: 2**-8, torch.float16: 2**-11, torch.float8_e4m3fn: 2**-4 + 2**-6}
USED = {"cudnn": ["cudnn"]}
PROBLEMS = {"gemm": Gemm, "transpose": transpose, "permute": permute, "attention": Attention, "reduction": Reduction,
            "scan": Scan, "histogram": Histogram}
