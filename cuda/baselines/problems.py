"""What each kernel's problem is for PyTorch: inputs as tensors, baselines, and what answer is right. A problem's parameters are those
of the kernel (src/kernels/<id>/params.ts); `attention` has no kernel yet, and is its baselines alone."""
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

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
    """C = A B of bf16: A is M x K row by row, B is K x N column by column."""

    def __init__(self, params, specs):
        self.m, self.n, self.k = (params[name] for name in "mnk")
        self.is_tuned = "eachWaits" not in params
        self.specs = specs

    def inputs(self, workspace):
        a, b = (workspace[name].view(torch.bfloat16) for name in "ab")
        return a.view(self.m, self.k), b.view(self.n, self.k)

    def baselines(self):
        product = lambda a, b: torch.matmul(a, b.t())
        make = lambda name, title, used, compute: Baseline(name, title, used, self.specs, self.inputs, compute)
        tuned = compiled(lambda a, b: torch.matmul(a, b.t()), max_autotune=True, max_autotune_gemm_backends="TRITON")
        baselines = [make("cublas", "cuBLAS (torch.matmul)", versions.of("torch", "cublas"), product),
                     make("inductor-triton", "Inductor Triton (max-autotune)", versions.of("torch", "triton"), tuned)]
        # Inductor tunes for half a minute and more.
        return baselines if self.is_tuned else baselines[:1]

    def check(self, contender, workspace, answer):
        """Sums in doubles; what rounding to bf16 (2^-8 of a number) and sums in f32 (2^-20 of all magnitudes) may differ by. Of
        integers, whose sums are exact, nothing."""
        a, b = (operand.double() for operand in self.inputs(workspace))
        expected = a @ b.t()
        bound = expected.abs() * 2**-8 + (a.abs() @ b.abs().t()) * 2**-20
        if bool((a == a.round()).all() and (b == b.round()).all()):
            expected, bound = expected.bfloat16().double(), 0
        found = answer.view(torch.bfloat16).view(self.m, self.n).double()
        return count_wrong(~((found - expected).abs() <= bound))


class Permutation:
    """Dimension i of the output is dimension order[i] of the input; elements are moved as they are."""

    def __init__(self, shape, order, element_bytes, specs):
        self.shape, self.order, self.element_bytes, self.specs = shape, order, element_bytes, specs
        self.expected = None

    def inputs(self, workspace):
        """Elements of 16 bytes are pairs of words: one more dimension, which stays where it is."""
        words = workspace["in"].view(WORDS[min(self.element_bytes, 8)])
        return (words.view(*self.shape, *([2] if self.element_bytes == 16 else [])),)

    def permuted(self, x):
        return x.permute(*self.order, *range(len(self.order), x.dim())).contiguous()

    def baselines(self):
        make = lambda name, title, used, compute: Baseline(name, title, used, self.specs, self.inputs, compute)
        return [make("permute-contiguous", "permute().contiguous()", versions.of("torch"), self.permuted),
                make("inductor-permute", "permute, torch.compile", versions.of("torch", "triton"), compiled(self.permuted)),
                make("device-copy", "device copy, nothing permuted", versions.of("torch"), torch.clone)]

    def check(self, contender, workspace, answer):
        """Against the CPU, which permutes by other code, once for all contenders; in the order of the addresses: a view would be no
        answer. A copy is right as a copy."""
        if not answer.is_contiguous():
            return answer.numel(), 0
        source = self.inputs(workspace)[0]
        if self.expected is None:
            self.expected = self.permuted(source.cpu()).to(answer.device)
        expected = source if contender.name == "device-copy" else self.expected
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
    """softmax(Q K^T / sqrt(head dimension)) V for each head of each batch, in bf16."""

    def __init__(self, params, specs):
        self.shape = [params[name] for name in ("batch", "heads", "length", "headDim")]
        self.is_causal, self.specs = params["causal"], specs

    def inputs(self, workspace):
        return tuple(workspace[name].view(torch.bfloat16).view(self.shape) for name in "qkv")

    def baselines(self):
        def by(backend):
            def compute(q, k, v):
                with sdpa_kernel(backend):
                    return scaled_dot_product_attention(q, k, v, is_causal=self.is_causal)

            return compute

        return [Baseline(f"sdpa-{name}", f"scaled_dot_product_attention, {name}", versions.of("torch", *USED.get(name, [])),
                         self.specs, self.inputs, by(backend)) for name, backend in BACKENDS.items()]

    def check(self, contender, workspace, answer):
        """In doubles, a batch and head at a time; what rounding weights and the answer to bf16 may differ by (2^-8 each)."""
        inputs = (operand.flatten(0, 1) for operand in self.inputs(workspace))
        is_wrong = [self.is_wrong(*each) for each in zip(*inputs, answer.flatten(0, 1))]
        return count_wrong(torch.stack(is_wrong))

    def is_wrong(self, q, k, v, answer):
        q, k, v = q.double(), k.double(), v.double()
        scores = q @ k.t() / self.shape[3] ** 0.5
        if self.is_causal:
            later = torch.ones_like(scores, dtype=torch.bool).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = scores.softmax(-1)
        expected = weights @ v
        bound = (expected.abs() + weights @ v.abs()) * 2**-8
        return ~((answer.double() - expected).abs() <= bound)


USED = {"cudnn": ["cudnn"]}
PROBLEMS = {"gemm": Gemm, "transpose": transpose, "permute": permute, "attention": Attention, "reduction": Reduction,
            "histogram": Histogram}
